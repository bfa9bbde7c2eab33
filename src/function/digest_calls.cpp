// MD5, SHA1 and their kin as functions: digests in hexadecimal.
#include "base/error.h"
#include "base/hex.h"
#include "function/digest.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

template <typename F>
Resolved Digest(const Call& call, int32_t characters, F function) {
  call.RequireCount(1, 1);
  const bool bytes = IsBinary(call.type(0));
  if (!bytes) call.RequireText(0);
  return Ordinary(call, {bytes ? BytesType() : StringType()}, CharType(characters),
                  RowKernel([function](Text text) -> std::string { return ToHex(function(text), kLowerHex); }));
}

}  // namespace

Resolved ResolveMd5(const Call& call) { return Digest(call, 32, Md5); }
Resolved ResolveSha1(const Call& call) { return Digest(call, 40, Sha1); }
Resolved ResolveSha224(const Call& call) {
  return Digest(call, 56, [](Text t) { return Sha2(t, 224); });
}
Resolved ResolveSha256(const Call& call) {
  return Digest(call, 64, [](Text t) { return Sha2(t, 256); });
}
Resolved ResolveSha384(const Call& call) {
  return Digest(call, 96, [](Text t) { return Sha2(t, 384); });
}
Resolved ResolveSha512(const Call& call) {
  return Digest(call, 128, [](Text t) { return Sha2(t, 512); });
}
Resolved ResolveSha2(const Call& call) {
  call.RequireCount(2, 2);
  call.RequireText(0);
  if (!IsInteger(call.type(1))) call.Refuse("a string and 224, 256, 384 or 512");
  const auto digest = [](Text text, int64_t bits) -> std::string {
    if (bits != 224 && bits != 256 && bits != 384 && bits != 512) {
      throw Error(ErrorCode::Unsupported, "SHA2 takes 224, 256, 384 or 512 bits and not " + std::to_string(bits));
    }
    return ToHex(Sha2(text, static_cast<int>(bits)), kLowerHex);
  };
  // Bits that are written in the call are looked at before anything runs.
  const auto& bits = call.arguments[1].literal;
  const bool known = bits && !bits->IsNull();
  if (known) digest("", bits->GetValue<int64_t>());
  Resolved resolved = Ordinary(call, {StringType(), Simple(TypeRoot::BigInt)}, VarCharType(128), RowKernel(digest));
  resolved.can_fail = !known;
  return resolved;
}

}  // namespace tarn::function
