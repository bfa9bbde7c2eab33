#include "orc/file_tail.h"

#include "avro/codec.h"
#include "base/bytes.h"

namespace tarn::orc {
namespace {

constexpr std::string_view kMagic = "ORC";

[[noreturn]] void Corrupt(const std::string& what) { throw Error(ErrorCode::Corruption, "an ORC file: " + what); }

// Walks the fields of a protocol-buffer message.
class Message {
 public:
  explicit Message(std::string_view bytes) : in_(bytes) {}

  bool Next() {
    if (in_.AtEnd()) return false;
    const uint64_t tag = in_.Varint("the tag of a field");
    field_ = tag >> 3;
    switch (tag & 7) {
      case 0:
        number_ = in_.Varint();
        bytes_ = {};
        break;
      case 1:
        bytes_ = in_.Take(8);
        break;
      case 2:
        bytes_ = in_.Take(in_.Varint("the length of a field"), "a field of the stated length");
        break;
      case 5:
        bytes_ = in_.Take(4);
        break;
      default:
        in_.Fail("a known kind of field");
    }
    return true;
  }

  uint64_t field() const { return field_; }
  uint64_t number() const { return number_; }
  std::string_view bytes() const { return bytes_; }

 private:
  ByteCursor in_;
  uint64_t field_ = 0, number_ = 0;
  std::string_view bytes_;
};

Type ParseType(std::string_view bytes) {
  Type type;
  for (Message message(bytes); message.Next();) {
    if (message.field() == 1) {
      if (message.number() > static_cast<uint64_t>(Kind::TimestampInstant)) Corrupt("an unknown type");
      type.kind = static_cast<Kind>(message.number());
    } else if (message.field() == 2) {
      if (message.bytes().empty()) {
        type.children.push_back(static_cast<uint32_t>(message.number()));
      } else {
        for (ByteCursor packed(message.bytes()); !packed.AtEnd();)
          type.children.push_back(static_cast<uint32_t>(packed.Varint()));
      }
    } else if (message.field() == 3) {
      type.names.emplace_back(message.bytes());
    }
  }
  return type;
}

StripePlace ParseStripe(std::string_view bytes) {
  StripePlace stripe;
  uint64_t* const places[] = {&stripe.offset, &stripe.index_bytes, &stripe.data_bytes, &stripe.footer_bytes,
                              &stripe.rows};
  for (Message message(bytes); message.Next();)
    if (message.field() >= 1 && message.field() <= 5) *places[message.field() - 1] = message.number();
  return stripe;
}

// Children come after their parents and belong to one only, so that walking the types ends.
void CheckTree(const std::vector<Type>& types) {
  if (types.empty()) Corrupt("it has no types");
  std::vector<bool> taken(types.size(), false);
  for (size_t i = 0; i < types.size(); ++i) {
    const Type& type = types[i];
    const size_t wanted = type.kind == Kind::List ? 1 : type.kind == Kind::Map ? 2 : type.children.size();
    if (type.children.size() != wanted || (type.kind == Kind::Struct && type.names.size() != type.children.size()))
      Corrupt("a type with other children than it must have");
    for (const auto child : type.children) {
      if (child <= i || child >= types.size() || taken[child]) Corrupt("its types are no tree");
      taken[child] = true;
    }
  }
}

}  // namespace

std::string DecompressStream(Compression compression, std::string_view stream) {
  if (compression == Compression::None) return std::string(stream);
  std::string out, block;
  for (ByteCursor in(stream); !in.AtEnd();) {
    const auto header = in.Take(3, "the header of a compressed block");
    const uint32_t word = static_cast<uint8_t>(header[0]) |
                          static_cast<uint32_t>(static_cast<uint8_t>(header[1])) << 8 |
                          static_cast<uint32_t>(static_cast<uint8_t>(header[2])) << 16;
    const auto body = in.Take(word >> 1, "a whole compressed block");
    if (word & 1) {  // stored as it is
      out.append(body);
      continue;
    }
    switch (compression) {
      case Compression::Zlib:
        avro::Decompress("deflate", body, block);
        break;
      case Compression::Zstd:
        avro::Decompress("zstandard", body, block);
        break;
      case Compression::Snappy:
        avro::DecompressRawSnappy(body, block);
        break;
      default:
        throw Error(ErrorCode::Unsupported, "an ORC file compressed with LZO or LZ4");
    }
    out.append(block);
  }
  return out;
}

FileTail ParseFileTail(std::string_view file) {
  if (file.size() < 5 || !file.starts_with(kMagic)) Corrupt("expected 'ORC' at its begin");
  const size_t postscript_bytes = static_cast<uint8_t>(file.back());
  if (postscript_bytes + 1 > file.size()) Corrupt("its postscript is cut off");
  uint64_t footer_bytes = 0;
  FileTail tail;
  for (Message message(file.substr(file.size() - 1 - postscript_bytes, postscript_bytes)); message.Next();) {
    if (message.field() == 1) footer_bytes = message.number();
    if (message.field() == 2) {
      if (message.number() > static_cast<uint64_t>(Compression::Zstd)) Corrupt("an unknown compression");
      tail.compression = static_cast<Compression>(message.number());
    }
  }
  const size_t end = file.size() - 1 - postscript_bytes;
  if (footer_bytes > end) Corrupt("its footer is cut off");
  const auto footer = DecompressStream(tail.compression, file.substr(end - footer_bytes, footer_bytes));
  for (Message message(footer); message.Next();) {
    if (message.field() == 3) tail.stripes.push_back(ParseStripe(message.bytes()));
    if (message.field() == 4) tail.types.push_back(ParseType(message.bytes()));
  }
  CheckTree(tail.types);
  return tail;
}

StripeFooter ParseStripeFooter(std::string_view decompressed) {
  StripeFooter footer;
  for (Message message(decompressed); message.Next();) {
    if (message.field() == 1) {
      StreamPlace stream;
      for (Message part(message.bytes()); part.Next();) {
        if (part.field() == 1) stream.kind = part.number();
        if (part.field() == 2) stream.column = static_cast<uint32_t>(part.number());
        if (part.field() == 3) stream.bytes = part.number();
      }
      footer.streams.push_back(stream);
    } else if (message.field() == 2) {
      ColumnEncoding encoding;
      for (Message part(message.bytes()); part.Next();) {
        if (part.field() == 1) {
          encoding.dictionary = part.number() == 1 || part.number() == 3;
          encoding.v2 = part.number() >= 2;
        }
        if (part.field() == 2) encoding.dictionary_size = part.number();
      }
      footer.encodings.push_back(encoding);
    }
  }
  return footer;
}

}  // namespace tarn::orc
