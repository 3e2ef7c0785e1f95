// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "sdcgen/prove/sta_output.h"

#include <algorithm>

#include "core/units/parse.h"
#include "sdcgen/prove/written_sdc.h"

namespace sealring::sdcgen {

namespace {

std::vector<std::string> split_tabs(std::string_view text) {
  std::vector<std::string> fields;
  while (true) {
    const std::size_t tab = text.find('\t');
    fields.emplace_back(text.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    text.remove_prefix(tab + 1);
  }
}

bool is_complaint(std::string_view line) {
  return line.starts_with("Error") || line.starts_with("Warning");
}

/// "Error: view.sdc, 7 invalid command name" -> line 7 and the text behind it.
StaComplaint read_complaint(std::string_view line) {
  StaComplaint complaint;
  complaint.error = line.starts_with("Error");
  std::string_view text = line.substr(std::min(line.find(':') + 1, line.size()));
  while (text.starts_with(' ')) text.remove_prefix(1);
  const std::size_t comma = text.find(", ");
  if (comma != std::string_view::npos) {
    std::string_view rest = text.substr(comma + 2);
    if (rest.starts_with("line ")) rest.remove_prefix(5);
    const std::size_t end = rest.find_first_not_of("0123456789");
    const auto number = core::parse_integer(rest.substr(0, end));
    if (number && end != std::string_view::npos) {
      complaint.line = static_cast<std::uint32_t>(*number);
      text = rest.substr(rest.find_first_not_of(' ', end));
    }
  }
  complaint.text = std::string(text);
  return complaint;
}

/// Follows standard output line by line.
class OutputReader {
 public:
  OutputReader(std::string_view mark, StaObservation& seen) : mark_(mark), seen_(seen) {}

  void line(std::string_view text) {
    if (text.starts_with(mark_)) {
      text.remove_prefix(mark_.size());
      if (text.starts_with(' ')) text.remove_prefix(1);
      return marked(split_tabs(text));
    }
    if (phase_ == Phase::kCheck) return check_line(text);
    if (!is_complaint(text)) return;
    if (phase_ == Phase::kSdc) {
      seen_.complaints.push_back(read_complaint(text));
    } else if (text.starts_with("Error")) {
      seen_.load_errors.emplace_back(text);
    }
  }

 private:
  enum class Phase { kLoad, kSdc, kCheck, kClocks };

  void marked(const std::vector<std::string>& fields) {
    const std::string& word = fields[0];
    if (word == "begin") seen_.begun = true;
    if (word == "sdc") phase_ = Phase::kSdc;
    if (word == "loaded") seen_.loaded = true;
    if (word == "end") seen_.ended = true;
    if (word == "checked") phase_ = Phase::kClocks;
    if (word == "check" && fields.size() > 1) {
      phase_ = Phase::kCheck;
      check_ = fields[1];
      seen_.checks[check_];
    }
    if (word == "failed" && fields.size() > 2) failed(fields[1], fields[2]);
    if (word == "query" && fields.size() > 3) {
      const auto found = core::parse_integer(fields[1]);
      seen_.queries.push_back(
          {fields[2], fields[3], static_cast<std::uint64_t>(found.value_or(0))});
    }
    if (word == "pair" && fields.size() > 3)
      seen_.pairs.push_back(
          {fields[1], fields[2],
           static_cast<std::uint64_t>(core::parse_integer(fields[3]).value_or(0))});
    if (word == "touch" && fields.size() > 3) {
      const auto number = [&](std::size_t i) {
        return static_cast<std::uint64_t>(core::parse_integer(fields[i]).value_or(0));
      };
      seen_.touches.push_back({number(1), number(2), number(3)});
    }
    if (word == "command" && fields.size() > 2) command(fields[1], fields[2]);
    if (word == "clock" && fields.size() > 2) {
      StaClock clock;
      clock.name = fields[1];
      clock.period = core::parse_double(fields[2]).value_or(0);
      for (std::size_t i = 3; i < fields.size(); ++i) {
        if (!fields[i].empty()) clock.sources.push_back(fields[i]);
      }
      seen_.clocks.push_back(std::move(clock));
    }
  }

  void failed(const std::string& step, const std::string& why) {
    if (step == "sdc") {
      seen_.complaints.push_back(is_complaint(why) ? read_complaint(why)
                                                   : StaComplaint{true, 0, why});
    } else {
      seen_.load_errors.push_back(step + ": " + why);
    }
  }

  void command(const std::string& name, const std::string& arguments) {
    if (name == "set_units") {
      seen_.set_units.push_back(arguments);
      return;
    }
    const std::vector<std::string> words = split_tcl_words(arguments);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i].size() >= 2 && std::string_view("-name").starts_with(words[i]))
        ++seen_.created[words[i + 1]];
    }
  }

  void check_line(std::string_view text) {
    if (text.starts_with("  ")) {
      seen_.checks[check_].emplace_back(text.substr(2));
    } else if (is_complaint(text)) {
      seen_.check_messages.push_back(read_complaint(text).text);
    }
  }

  std::string_view mark_;
  StaObservation& seen_;
  Phase phase_ = Phase::kLoad;
  std::string check_;
};

template <class Visit>
void each_line(std::string_view text, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::vector<std::string> split_tcl_words(std::string_view command) {
  std::vector<std::string> words;
  std::size_t i = 0;
  const auto blank = [&](std::size_t at) {
    return command[at] == ' ' || command[at] == '\t' || command[at] == '\n' ||
           (command[at] == '\\' && at + 1 < command.size() && command[at + 1] == '\n');
  };
  while (i < command.size()) {
    if (blank(i)) {
      i += command[i] == '\\' ? 2 : 1;
      continue;
    }
    const std::size_t start = i;
    int depth = 0;
    bool quoted = false;
    for (; i < command.size() && (depth > 0 || quoted || !blank(i)); ++i) {
      const char c = command[i];
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = !quoted;
      else if (!quoted && (c == '{' || c == '['))
        ++depth;
      else if (!quoted && (c == '}' || c == ']'))
        --depth;
    }
    std::string_view word = command.substr(start, std::min(i, command.size()) - start);
    const bool wrapped = word.size() >= 2 && ((word.front() == '{' && word.back() == '}') ||
                                              (word.front() == '"' && word.back() == '"'));
    if (wrapped) word = word.substr(1, word.size() - 2);
    words.emplace_back(word);
  }
  return words;
}

StaObservation parse_sta_output(std::string_view mark, std::string_view standard_output,
                                std::string_view standard_error, std::string_view written_sdc) {
  StaObservation seen;
  OutputReader reader(mark, seen);
  each_line(standard_output, [&](std::string_view line) { reader.line(line); });
  // Standard error comes from the C++ readers of Liberty and Verilog and from link: the design, not the SDC.
  each_line(standard_error, [&](std::string_view line) {
    if (line.find("black box") != std::string_view::npos) {
      seen.black_boxes.push_back(read_complaint(line).text);
    } else if (line.starts_with("Error")) {
      seen.load_errors.emplace_back(line);
    }
  });
  read_written_sdc(written_sdc, seen.clocks);
  return seen;
}

}  // namespace sealring::sdcgen
