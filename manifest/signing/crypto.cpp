// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The sealring authors
#include "manifest/signing/crypto.h"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <new>

#include "manifest/formats/base64.h"

namespace sealring::manifest {

namespace {

template <class T, void (*Free)(T*)>
struct Deleter {
  void operator()(T* pointer) const { Free(pointer); }
};
void free_bio(BIO* bio) {
  BIO_free_all(bio);
}
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY, EVP_PKEY_free>>;
using MdContext = std::unique_ptr<EVP_MD_CTX, Deleter<EVP_MD_CTX, EVP_MD_CTX_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Deleter<EVP_PKEY_CTX, EVP_PKEY_CTX_free>>;
using Bio = std::unique_ptr<BIO, Deleter<BIO, free_bio>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, Deleter<ECDSA_SIG, ECDSA_SIG_free>>;

// RFC 8410: SubjectPublicKeyInfo of Ed25519 before the 32 key bytes.
constexpr std::string_view kSpkiPrefix("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12);

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Bio read_bio(std::string_view text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string take(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return std::string(data, static_cast<std::size_t>(std::max(size, 0L)));
}

/// Gives the passphrase of `user`, and never asks on the terminal.
int passphrase_callback(char* buffer, int size, int /*writing*/, void* user) {
  const auto& text = *static_cast<const std::string*>(user);
  if (text.empty() || text.size() > static_cast<std::size_t>(size)) return -1;
  std::copy(text.begin(), text.end(), buffer);
  return static_cast<int>(text.size());
}

core::Unexpected key_failure(std::string message) {
  ERR_clear_error();
  return core::Unexpected({"MAN-0210", std::move(message), {}});
}

}  // namespace

struct SigningKey::State {
  Key key;
};

SigningKey::SigningKey(std::unique_ptr<State> state) : state_(std::move(state)) {}
SigningKey::SigningKey(SigningKey&&) noexcept = default;
SigningKey& SigningKey::operator=(SigningKey&&) noexcept = default;
SigningKey::~SigningKey() = default;

core::Expected<SigningKey> SigningKey::generate() {
  KeyContext context(EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nullptr));
  EVP_PKEY* key = nullptr;
  if (!context || EVP_PKEY_keygen_init(context.get()) != 1 ||
      EVP_PKEY_keygen(context.get(), &key) != 1) {
    return key_failure("the system gave no random bytes for a new key");
  }
  return SigningKey(std::make_unique<State>(State{Key(key)}));
}

core::Expected<SigningKey> SigningKey::from_pem(std::string_view pem,
                                                const std::string& passphrase) {
  const Bio bio = read_bio(pem);
  std::string phrase = passphrase;
  Key key(PEM_read_bio_PrivateKey(bio.get(), nullptr, passphrase_callback, &phrase));
  if (!key) {
    const bool encrypted = pem.find("ENCRYPTED") != std::string_view::npos;
    return key_failure(encrypted ? "the key is encrypted and the passphrase given does not open it"
                                 : "the file holds no private key in PEM form");
  }
  if (EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
    return key_failure("the private key is not an Ed25519 key");
  }
  return SigningKey(std::make_unique<State>(State{std::move(key)}));
}

std::string SigningKey::public_key() const {
  std::string raw(32, '\0');
  std::size_t size = raw.size();
  EVP_PKEY_get_raw_public_key(state_->key.get(), reinterpret_cast<unsigned char*>(raw.data()),
                              &size);
  return raw;
}

std::string SigningKey::sign(std::string_view message) const {
  const MdContext context(EVP_MD_CTX_new());
  std::string signature(64, '\0');
  std::size_t size = signature.size();
  if (!context ||
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, state_->key.get()) != 1 ||
      EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                     bytes_of(message), message.size()) != 1) {
    throw std::bad_alloc();  // Ed25519 signing fails only when memory is out
  }
  return signature;
}

std::string SigningKey::to_pem(const std::string& passphrase) const {
  const Bio bio(BIO_new(BIO_s_mem()));
  const EVP_CIPHER* cipher = passphrase.empty() ? nullptr : EVP_aes_256_cbc();
  if (PEM_write_bio_PKCS8PrivateKey(bio.get(), state_->key.get(), cipher, passphrase.data(),
                                    static_cast<int>(passphrase.size()), nullptr, nullptr) != 1) {
    throw std::bad_alloc();
  }
  return take(bio.get());
}

bool verify_ed25519(std::string_view public_key, std::string_view message,
                    std::string_view signature) {
  if (public_key.size() != 32 || signature.size() != 64) return false;
  const Key key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(public_key), 32));
  const MdContext context(EVP_MD_CTX_new());
  const bool good =
      key && context &&
      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
      EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(message),
                       message.size()) == 1;
  ERR_clear_error();
  return good;
}

bool verify_p256(std::string_view spki_pem, std::string_view message, std::string_view signature) {
  if (signature.size() != 64) return false;
  const Bio bio = read_bio(spki_pem);
  const Key key(PEM_read_bio_PUBKEY(bio.get(), nullptr, nullptr, nullptr));
  if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_EC) return false;
  const EcdsaSignature pair(ECDSA_SIG_new());
  BIGNUM* r = BN_bin2bn(bytes_of(signature), 32, nullptr);
  BIGNUM* s = BN_bin2bn(bytes_of(signature.substr(32)), 32, nullptr);
  if (!pair || ECDSA_SIG_set0(pair.get(), r, s) != 1) {
    BN_free(r);
    BN_free(s);
    return false;
  }
  unsigned char* der = nullptr;
  const int size = i2d_ECDSA_SIG(pair.get(), &der);
  const MdContext context(EVP_MD_CTX_new());
  const bool good =
      size > 0 &&
      EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1 &&
      EVP_DigestVerify(context.get(), der, static_cast<std::size_t>(size), bytes_of(message),
                       message.size()) == 1;
  OPENSSL_free(der);
  ERR_clear_error();
  return good;
}

std::string public_key_pem(std::string_view public_key) {
  return "-----BEGIN PUBLIC KEY-----\n" +
         base64_encode(std::string(kSpkiPrefix) + std::string(public_key)) +
         "\n-----END PUBLIC KEY-----\n";
}

std::optional<std::string> public_key_from_pem(std::string_view pem) {
  const Bio bio = read_bio(pem);
  const Key key(PEM_read_bio_PUBKEY(bio.get(), nullptr, nullptr, nullptr));
  ERR_clear_error();
  if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) return {};
  std::string raw(32, '\0');
  std::size_t size = raw.size();
  EVP_PKEY_get_raw_public_key(key.get(), reinterpret_cast<unsigned char*>(raw.data()), &size);
  return raw;
}

std::string key_id(std::string_view public_key) {
  return hex_encode(sha256_raw(std::string(kSpkiPrefix) + std::string(public_key)));
}

std::string sha256_raw(std::string_view bytes) {
  std::string digest(32, '\0');
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size,
                 EVP_sha256(), nullptr) != 1) {
    throw std::bad_alloc();
  }
  return digest;
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1) {
    throw std::bad_alloc();
  }
  return bytes;
}

}  // namespace sealring::manifest
