#include "function/digest.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace tarn::function {
namespace {

/// The message with its padding: a 1 bit, zeros, the length in bits.
std::string Padded(std::string_view bytes, size_t block, size_t length_bytes, bool big_endian) {
  std::string text(bytes);
  text += '\x80';
  while (text.size() % block != block - length_bytes) text += '\0';
  const uint64_t bits = static_cast<uint64_t>(bytes.size()) * 8;
  for (size_t i = 0; i < length_bytes; i++) {
    const size_t at = big_endian ? length_bytes - 1 - i : i;
    text += at < 8 ? static_cast<char>(bits >> (8 * at)) : '\0';
  }
  return text;
}

template <typename Word>
Word LoadBig(const char* at) {
  Word word = 0;
  for (size_t i = 0; i < sizeof(Word); i++) word = static_cast<Word>(word << 8) | static_cast<unsigned char>(at[i]);
  return word;
}

template <typename Word>
void AppendBig(std::string& out, Word word) {
  for (size_t i = sizeof(Word); i-- > 0;) out += static_cast<char>(word >> (8 * i));
}

// The first bits of the fraction of a root of a prime, exactly: Newton's method would round.
__extension__ typedef unsigned __int128 Uint128;

std::array<int, 80> Primes() {
  std::array<int, 80> primes{};
  size_t count = 0;
  for (int n = 2; count < primes.size(); n++) {
    bool prime = true;
    for (size_t i = 0; i < count && prime; i++) prime = n % primes[i] != 0;
    if (prime) primes[count++] = n;
  }
  return primes;
}

/// floor(root * 2^64) mod 2^64 for the cube root, by bisection over wide products.
uint64_t CubeRootFraction(int n) {
  int whole = 1;
  while ((whole + 1) * (whole + 1) * (whole + 1) <= n) whole++;
  uint64_t fraction = 0;
  for (int bit = 63; bit >= 0; bit--) {
    const uint64_t candidate = fraction | (uint64_t{1} << bit);
    // (whole + f)^3 <= n with f = candidate / 2^64: w^3 + 3 w^2 f + 3 w f^2 + f^3, in units of 2^-128, upward.
    const auto w = static_cast<Uint128>(whole);
    const Uint128 f = candidate;
    const Uint128 f2 = f * f;                                             // of 2^128
    const Uint128 f3 = (f2 >> 64) * f + (((f2 & UINT64_MAX) * f) >> 64);  // of 2^128
    const Uint128 room = static_cast<Uint128>(n - whole * whole * whole);
    // Compare 3 w^2 f 2^64 + 3 w f2 + f3 with room * 2^128; the sum is split to stay within 128 bits.
    const Uint128 low = (3 * w * (f2 & UINT64_MAX)) + (f3 & UINT64_MAX);
    const Uint128 high = 3 * w * w * f + 3 * w * (f2 >> 64) + (f3 >> 64) + (low >> 64);
    if (high < (room << 64)) fraction = candidate;
  }
  return fraction;
}

uint64_t SquareRootFraction(int n) {
  int whole = 1;
  while ((whole + 1) * (whole + 1) <= n) whole++;
  uint64_t fraction = 0;
  for (int bit = 63; bit >= 0; bit--) {
    const uint64_t candidate = fraction | (uint64_t{1} << bit);
    const Uint128 f = candidate;
    const Uint128 high = 2 * static_cast<Uint128>(whole) * f + ((f * f) >> 64);
    if (high < (static_cast<Uint128>(n - whole * whole) << 64)) fraction = candidate;
  }
  return fraction;
}

template <typename Word>
struct Sha2Tables {
  static constexpr size_t kRounds = sizeof(Word) == 4 ? 64 : 80;
  std::array<Word, kRounds> k{};
  std::array<Word, 8> sqrt{}, sqrt_next{};  // of the first and the second eight primes
  Sha2Tables() {
    const auto primes = Primes();
    constexpr int shift = 64 - 8 * static_cast<int>(sizeof(Word));
    for (size_t i = 0; i < kRounds; i++) k[i] = static_cast<Word>(CubeRootFraction(primes[i]) >> shift);
    for (size_t i = 0; i < 8; i++) {
      sqrt[i] = static_cast<Word>(SquareRootFraction(primes[i]) >> shift);
      sqrt_next[i] = static_cast<Word>(SquareRootFraction(primes[i + 8]));  // SHA-224: the second 32 bits; 384: all
    }
  }
};

template <typename Word>
std::string Sha2Words(std::string_view bytes, std::array<Word, 8> h, const Sha2Tables<Word>& tables) {
  constexpr bool small = sizeof(Word) == 4;
  constexpr size_t rounds = Sha2Tables<Word>::kRounds;
  const std::string text = Padded(bytes, 16 * sizeof(Word), 2 * sizeof(Word), true);
  const auto rotr = [](Word x, int n) { return std::rotr(x, n); };
  for (size_t block = 0; block < text.size(); block += 16 * sizeof(Word)) {
    std::array<Word, rounds> w{};
    for (size_t i = 0; i < 16; i++) w[i] = LoadBig<Word>(text.data() + block + i * sizeof(Word));
    for (size_t i = 16; i < rounds; i++) {
      const Word x = w[i - 15], y = w[i - 2];
      const Word s0 = small ? rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3) : rotr(x, 1) ^ rotr(x, 8) ^ (x >> 7);
      const Word s1 = small ? rotr(y, 17) ^ rotr(y, 19) ^ (y >> 10) : rotr(y, 19) ^ rotr(y, 61) ^ (y >> 6);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto v = h;
    for (size_t i = 0; i < rounds; i++) {
      const Word e = v[4], a = v[0];
      const Word s1 = small ? rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25) : rotr(e, 14) ^ rotr(e, 18) ^ rotr(e, 41);
      const Word s0 = small ? rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22) : rotr(a, 28) ^ rotr(a, 34) ^ rotr(a, 39);
      const Word t1 = v[7] + s1 + ((e & v[5]) ^ (~e & v[6])) + tables.k[i] + w[i];
      const Word t2 = s0 + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
      v = {static_cast<Word>(t1 + t2), v[0], v[1], v[2], static_cast<Word>(v[3] + t1), v[4], v[5], v[6]};
    }
    for (size_t i = 0; i < 8; i++) h[i] += v[i];
  }
  std::string digest;
  for (const Word word : h) AppendBig(digest, word);
  return digest;
}

}  // namespace

std::string Sha2(std::string_view bytes, int bits) {
  static const Sha2Tables<uint32_t> k32;
  static const Sha2Tables<uint64_t> k64;
  std::string digest;
  if (bits == 224) digest = Sha2Words<uint32_t>(bytes, k32.sqrt_next, k32);
  if (bits == 256) digest = Sha2Words<uint32_t>(bytes, k32.sqrt, k32);
  if (bits == 384) digest = Sha2Words<uint64_t>(bytes, k64.sqrt_next, k64);
  if (bits == 512) digest = Sha2Words<uint64_t>(bytes, k64.sqrt, k64);
  digest.resize(static_cast<size_t>(bits) / 8);
  return digest;
}

std::string Sha1(std::string_view bytes) {
  std::array<uint32_t, 5> h = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  const std::string text = Padded(bytes, 64, 8, true);
  for (size_t block = 0; block < text.size(); block += 64) {
    std::array<uint32_t, 80> w{};
    for (size_t i = 0; i < 16; i++) w[i] = LoadBig<uint32_t>(text.data() + block + 4 * i);
    for (size_t i = 16; i < 80; i++) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    auto [a, b, c, d, e] = h;
    for (size_t i = 0; i < 80; i++) {
      const uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
      const uint32_t k = i < 20 ? 0x5A827999 : i < 40 ? 0x6ED9EBA1 : i < 60 ? 0x8F1BBCDC : 0xCA62C1D6;
      const uint32_t next = std::rotl(a, 5) + f + e + k + w[i];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    h = {h[0] + a, h[1] + b, h[2] + c, h[3] + d, h[4] + e};
  }
  std::string digest;
  for (const uint32_t word : h) AppendBig(digest, word);
  return digest;
}

std::string Md5(std::string_view bytes) {
  static constexpr int kShift[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  std::array<uint32_t, 4> h = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
  const std::string text = Padded(bytes, 64, 8, false);
  for (size_t block = 0; block < text.size(); block += 64) {
    std::array<uint32_t, 16> w{};
    for (size_t i = 0; i < 16; i++) w[i] = __builtin_bswap32(LoadBig<uint32_t>(text.data() + block + 4 * i));
    auto [a, b, c, d] = h;
    for (size_t i = 0; i < 64; i++) {
      const size_t round = i / 16;
      const uint32_t f = round == 0   ? (b & c) | (~b & d)
                         : round == 1 ? (d & b) | (~d & c)
                         : round == 2 ? b ^ c ^ d
                                      : c ^ (b | ~d);
      const size_t g = round == 0 ? i : round == 1 ? (5 * i + 1) % 16 : round == 2 ? (3 * i + 5) % 16 : 7 * i % 16;
      const auto k = static_cast<uint32_t>(std::floor(std::fabs(std::sin(static_cast<double>(i + 1))) * 4294967296.0));
      const uint32_t next = b + std::rotl(a + f + k + w[g], kShift[round][i % 4]);
      a = d;
      d = c;
      c = b;
      b = next;
    }
    h = {h[0] + a, h[1] + b, h[2] + c, h[3] + d};
  }
  std::string digest;
  for (const uint32_t word : h) AppendBig(digest, __builtin_bswap32(word));
  return digest;
}

}  // namespace tarn::function
