#include "app/standard_output.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <streambuf>

#include "base/error.h"

namespace tarn::app {
namespace {

class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) { setp(bytes_.data(), bytes_.data() + kSize); }

  int failure() const { return failure_; }  // errno of the first write that failed, 0 = none

 protected:
  int_type overflow(int_type c) override {
    if (!Drain()) return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
  }
  int sync() override { return Drain() ? 0 : -1; }

 private:
  static constexpr size_t kSize = 64 << 10;

  bool Drain() {
    const char* from = pbase();
    while (from < pptr() && failure_ == 0) {
      const ssize_t written = write(descriptor_, from, static_cast<size_t>(pptr() - from));
      if (written >= 0) {
        from += written;
      } else if (errno != EINTR) {
        failure_ = errno;
      }
    }
    setp(bytes_.data(), bytes_.data() + kSize);
    return failure_ == 0;
  }

  int descriptor_;
  int failure_ = 0;
  std::array<char, kSize> bytes_;
};

}  // namespace

StandardOutput::StandardOutput(int descriptor) : std::ostream(new DescriptorBuffer(descriptor)) {}

StandardOutput::~StandardOutput() {
  flush();
  delete rdbuf(nullptr);
}

bool StillRead(std::ostream& out) {
  out.flush();
  if (out) return true;
  const auto* buffer = dynamic_cast<const DescriptorBuffer*>(out.rdbuf());
  const int failure = buffer == nullptr ? 0 : buffer->failure();
  if (failure == EPIPE) return false;
  throw Error(ErrorCode::IoFailed, std::string("the result cannot be written: ") +
                                       (failure == 0 ? "the stream failed" : std::strerror(failure)));
}

}  // namespace tarn::app
