#include "columnar/parquet/thrift_bytes.h"

#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/transport/TTransport.h>

namespace tarn::columnar::parquet {
namespace {

class StringTransport : public duckdb_apache::thrift::transport::TTransport {
 public:
  bool isOpen() const override { return true; }
  void open() override {}
  void close() override {}
  void write_virt(const uint8_t* bytes, uint32_t count) override {
    content.append(reinterpret_cast<const char*>(bytes), count);
  }

  std::string content;
};

}  // namespace

std::string ThriftBytes(const duckdb_apache::thrift::TBase& object) {
  auto transport = std::make_shared<StringTransport>();
  duckdb_apache::thrift::protocol::TCompactProtocolT<StringTransport> protocol(transport);
  object.write(&protocol);
  return std::move(transport->content);
}

}  // namespace tarn::columnar::parquet
