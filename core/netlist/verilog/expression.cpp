// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include <utility>

#include "core/codes.h"
#include "core/netlist/bits.h"
#include "core/netlist/verilog/parser.h"

namespace sealring::core::verilog {
namespace {

constexpr std::uint64_t kFreeUnfolding = std::uint64_t{1} << 20;

}  // namespace

/// A structural expression: nets, selects, constants, concatenations, replications. Anything else becomes one opaque
/// piece with a finding. Ends before ',', ')', ';' or, for the left side of an assign, '='.
PieceRange Parser::expression(bool target) {
  const auto first = static_cast<std::uint32_t>(module_->pieces.size());
  const std::uint64_t begin = token_.offset;
  frames_.clear();
  opaque_why_.clear();
  while (operand() && !operand_end()) {
  }
  if (opaque_why_.empty() && !frames_.empty()) {
    syntax("expected ',' or '" + std::string(1, frames_.back().closer) +
           "' in an expression, found " + seen());
    opaque_why_ = "-";
  }
  const auto count = static_cast<std::uint32_t>(module_->pieces.size()) - first;
  if (opaque_why_.empty() && count > 1 &&
      width_of(*module_, {first, count}).value_or(0) > kMaxBits) {
    lost(codes::kVerilogLimit, begin,
         "expression is wider than the limit of " + std::to_string(kMaxBits) + " bits");
    opaque_why_ = "-";
  }
  if (opaque_why_.empty()) return {first, count};
  module_->pieces.resize(first);
  push_piece({.kind = Piece::Kind::kOpaque});
  if (opaque_why_ != "-") {
    module_->behavioural = true;
    Finding finding = make_finding(codes::kVerilogBehavioural,
                                   opaque_why_ +
                                       " is logic, not structure; what it connects is "
                                       "not followed");
    if (module_->cell) finding = std::move(finding).as(Severity::kNote);
    reporter_->report(std::move(finding), begin);
  }
  skip_balanced(target ? "=,;" : ",;", frames_.size());
  return {first, 1};
}

/// Reads one operand, entering the brackets before it. False when the expression is over or lost.
bool Parser::operand() {
  while (token_.is('{') || token_.is('(')) {
    if (frames_.size() >= kMaxNesting) {
      lost(codes::kVerilogLimit, token_.offset,
           "expression is nested deeper than the limit of " + std::to_string(kMaxNesting));
      opaque_why_ = "-";
      return false;
    }
    frames_.push_back(
        {token_.is('{') ? '}' : ')', static_cast<std::uint32_t>(module_->pieces.size()), 1});
    advance();
  }
  if (token_.is_name()) return name_operand();
  if (token_.kind == Token::Kind::kNumber) return number_operand();
  if (token_.kind == Token::Kind::kSystem || token_.kind == Token::Kind::kString ||
      (token_.kind == Token::Kind::kPunct &&
       std::string_view("+-~!&|^").find(token_.character) != std::string_view::npos)) {
    opaque_why_ = (token_.kind == Token::Kind::kPunct ? "operator " : "") + seen();
    return false;
  }
  syntax("expected a net or a constant, found " + seen());
  opaque_why_ = "-";
  return false;
}

/// What follows an operand: closes brackets. True when the expression is over, false when another operand follows.
bool Parser::operand_end() {
  while (true) {
    if (frames_.empty()) {
      if (token_.is(',') || token_.is(')') || token_.is(';') || token_.is('}') || token_.is('=')) {
        return true;
      }
    } else if (token_.is(frames_.back().closer)) {
      close_frame();
      if (!opaque_why_.empty()) return true;
      advance();
      continue;
    } else if (frames_.back().closer == '}' && accept(',')) {
      return false;
    }
    const bool other =
        token_.kind != Token::Kind::kPunct ||
        std::string_view("+-*/%&|^~!<>=?:").find(token_.character) == std::string_view::npos;
    if (other) return true;  // the caller says what it expected
    opaque_why_ = "operator " + seen();
    return true;
  }
}

/// A net or a select of one; a parameter stands for its value.
bool Parser::name_operand() {
  const Symbol name = token_.symbol;
  const Place place = here();
  const auto parameter =
      parameters_.empty() ? parameters_.end() : parameters_.find(static_cast<std::uint32_t>(name));
  if (parameter != parameters_.end() && known_net(name) == kNoIndex) return number_operand();
  advance();
  if (token_.is('.') || token_.is('(')) {
    const std::string text(names_->text(name));
    if (token_.is('(')) {
      opaque_why_ = "call of '" + text + "'";
      return false;
    }
    hierarchical_reference(text, place.offset());
    return false;
  }
  const std::uint32_t net = net_index(name, place);
  if (!token_.is('[')) {
    push_piece({.kind = Piece::Kind::kNet, .index = net});
    return true;
  }
  return select(net);
}

/// `top.u1.n`, from the first '.' on: reported with its whole path.
void Parser::hierarchical_reference(std::string path, std::uint64_t begin) {
  while (token_.is('.')) {
    advance();
    path += ".";
    if (!token_.is_name()) break;
    path += token_.text;
    advance();
  }
  lost(codes::kVerilogUnsupported, begin, "hierarchical reference '" + path + "' is not followed");
  opaque_why_ = "-";
}

/// `[3]`, `[7:4]`, `[4 +: 4]`, `[7 -: 4]` behind a net.
bool Parser::select(std::uint32_t net) {
  advance();
  const auto first = constant();
  std::int64_t from = first ? first->value : 0;
  std::int64_t to = from;
  bool good = first.has_value();
  if (good && token_.is(':')) {
    advance();
    const auto last = constant();
    good = last.has_value();
    if (good) to = last->value;
  } else if (good && (token_.is('+') || token_.is('-'))) {
    const bool up = token_.is('+');
    advance();
    good = accept(':');
    const auto count = good ? constant() : std::nullopt;
    good = count && count->value >= 1 && count->value <= static_cast<std::int64_t>(kMaxBits);
    if (good) {
      const std::int64_t other = up ? from + count->value - 1 : from - count->value + 1;
      const Net& of = module_->nets[net];
      const bool descending = !of.has_range || of.bits.descending();
      to = descending == up ? from : other;
      from = descending == up ? other : from;
    }
  }
  if (!good || !token_.is(']')) {
    opaque_why_ =
        "index of '" + std::string(names_->text(module_->nets[net].name)) + "' that is no constant";
    if (!good && token_.kind == Token::Kind::kEnd) opaque_why_ = "-";
    skip_balanced("]");
    accept(']');
    return false;
  }
  advance();
  constexpr std::int64_t kFar = 2147483647;
  if (from < -kFar || from > kFar || to < -kFar || to > kFar ||
      Range{static_cast<std::int32_t>(from), static_cast<std::int32_t>(to)}.width() > kMaxBits) {
    lost(codes::kVerilogLimit, token_.offset,
         "select [" + std::to_string(from) + ":" + std::to_string(to) +
             "] is wider than the limit of " + std::to_string(kMaxBits) + " bits");
    opaque_why_ = "-";
    return false;
  }
  push_piece({.kind = Piece::Kind::kSelect,
              .index = net,
              .first = static_cast<std::int32_t>(from),
              .last = static_cast<std::int32_t>(to)});
  if (token_.is('[')) {
    opaque_why_ = "second index of '" + std::string(names_->text(module_->nets[net].name)) + "'";
    return false;
  }
  return true;
}

/// A number, or a constant expression that begins with a number or a parameter; a replication when '{' follows.
bool Parser::number_operand() {
  const std::uint64_t begin = token_.offset;
  Literal literal;
  std::optional<ConstantValue> value;
  bool parameter = false;
  if (token_.kind == Token::Kind::kNumber) {
    literal = read_literal(token_.text, kMaxBits);
    if (!literal.fault.empty()) {
      syntax(seen() + " " + literal.fault);
      opaque_why_ = "-";
      return false;
    }
    if (const auto plain = value_of(literal)) value = ConstantValue{*plain, false};
  } else {
    parameter = true;
    if (const auto plain = parameters_[static_cast<std::uint32_t>(token_.symbol)]) {
      value = ConstantValue{*plain, true};
    } else {
      opaque_why_ = "parameter " + seen() + " without a whole-number value";
      return false;
    }
  }
  advance();
  const bool computed =
      token_.kind == Token::Kind::kPunct &&
      std::string_view("+-*/%<>").find(token_.character) != std::string_view::npos;
  if (computed && value) value = constant_rest(*value, 0, 0);
  if (computed && !value) {
    opaque_why_ = "operator " + seen();
    return false;
  }
  if (token_.is('{') && !frames_.empty() && frames_.back().closer == '}') {
    return replication(value, begin);
  }
  if (computed || parameter) {
    literal = unsized_literal(value->value);
  } else if (!literal.sized && !frames_.empty() && frames_.back().closer == '}') {
    lost(codes::kVerilogSyntax, begin,
         "a constant without a size stands in a concatenation; write its width, such as 1'b0");
  }
  push_constant(literal.digits, literal.sized || !frames_.empty());
  return true;
}

/// The inner '{' of `{n{...}}`; its operands follow.
bool Parser::replication(const std::optional<ConstantValue>& count, std::uint64_t begin) {
  if (!count || count->value < 0 || count->value > static_cast<std::int64_t>(kMaxBits)) {
    lost(codes::kVerilogLimit, begin,
         "replication count is no number from 0 to " + std::to_string(kMaxBits));
    opaque_why_ = "-";
    return false;
  }
  frames_.push_back({'}', static_cast<std::uint32_t>(module_->pieces.size()),
                     static_cast<std::uint64_t>(count->value)});
  advance();
  return operand();
}

/// Unfolds the innermost bracket, whose closer is the current token.
void Parser::close_frame() {
  const Frame frame = frames_.back();
  frames_.pop_back();
  auto& pieces = module_->pieces;
  if (frame.repeat == 1) return;
  const std::size_t count = pieces.size() - frame.first_piece;
  if (frame.repeat == 0) {
    pieces.resize(frame.first_piece);
    return;
  }
  const bool plain = count == 1 && pieces.back().kind == Piece::Kind::kConstant;
  const std::uint64_t made =
      frame.repeat * (plain ? static_cast<std::uint64_t>(pieces.back().first) : count);
  unfolded_ += made;
  if (made > kMaxBits || unfolded_ > kFreeUnfolding + lexer_.text().size()) {
    lost(codes::kVerilogLimit, token_.offset,
         "replication makes more than " + std::to_string(kMaxBits) +
             " bits, or replications more parts than the file has bytes");
    opaque_why_ = "-";
    return;
  }
  if (plain) {
    const std::string_view once = module_->digits(pieces.back());
    std::string all;
    for (std::uint64_t i = 0; i < frame.repeat; ++i) all += once;
    pieces.pop_back();
    push_constant(all, true);
    return;
  }
  for (std::uint64_t i = 1; i < frame.repeat; ++i) {
    for (std::size_t k = 0; k < count; ++k) push_piece(Piece(pieces[frame.first_piece + k]));
  }
}

void Parser::push_constant(const std::string& digits, bool sized) {
  push_piece({.kind = sized ? Piece::Kind::kConstant : Piece::Kind::kUnsized,
              .index = constant_at(digits),
              .first = static_cast<std::int32_t>(digits.size())});
}

void Parser::push_piece(const Piece& piece) {
  if (module_->pieces.size() < kNoIndex) module_->pieces.push_back(piece);
}

/// Where the digits stand in the module's constants.
std::uint32_t Parser::constant_at(const std::string& digits) {
  const auto [found, fresh] = constants_.try_emplace(digits, 0);
  if (fresh) {
    found->second = static_cast<std::uint32_t>(module_->constants.size());
    module_->constants += digits;
  }
  return found->second;
}

}  // namespace sealring::core::verilog
