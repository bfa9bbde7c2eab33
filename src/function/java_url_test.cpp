// What java.net.URL (Java 17) says of the same texts.
#include "function/java_url.h"

#include <gtest/gtest.h>

#include <string>

namespace tarn::function {
namespace {

/// protocol|authority|user info|host|path|query|ref, ~ for what is missing; "no URL".
std::string Parts(std::string_view text) {
  const auto url = ReadJavaUrl(text);
  if (!url) return "no URL";
  const auto part = [](std::optional<std::string_view> value) { return std::string(value.value_or("~")) + "|"; };
  return part(url->protocol) + part(url->authority) + part(url->user_info) + part(url->host) + part(url->path) +
         part(url->query) + std::string(url->ref.value_or("~"));
}

TEST(JavaUrl, Parts) {
  EXPECT_EQ(Parts("http://u:p@h.com:80/p/a?q=1&r=2#f"), "http|u:p@h.com:80|u:p|h.com|/p/a|q=1&r=2|f");
  EXPECT_EQ(Parts("HTTPS://H"), "https|H|~|H||~|~");
  EXPECT_EQ(Parts("http://h?q"), "http|h|~|h||q|~");
  EXPECT_EQ(Parts("http://h?q#r?s#t"), "http|h|~|h||q|r?s#t");
  EXPECT_EQ(Parts("http://h#r?q"), "http|h|~|h||~|r?q");
  EXPECT_EQ(Parts(" url:http://h/ \n"), "http|h|~|h|/|~|~");
  EXPECT_EQ(Parts("http:/p?"), "http|~|~||/p||~");
  EXPECT_EQ(Parts("http:p//x"), "http|~|~||p//x|~|~");
  EXPECT_EQ(Parts("file:/tmp/x"), "file|~|~||/tmp/x|~|~");
  EXPECT_EQ(Parts("file:///tmp/x"), "file||~||/tmp/x|~|~");
  EXPECT_EQ(Parts("file:////host/x"), "file|~|~||////host/x|~|~");
  EXPECT_EQ(Parts("ftp://a@b@c/x"), "ftp|a@b@c|~||/x|~|~");
}

TEST(JavaUrl, Hosts) {
  EXPECT_EQ(Parts("http://[::1]:80/x"), "http|[::1]:80|~|[::1]|/x|~|~");
  EXPECT_EQ(Parts("http://[1:2:3:4:5:6:7:8]"), "http|[1:2:3:4:5:6:7:8]|~|[1:2:3:4:5:6:7:8]||~|~");
  EXPECT_EQ(Parts("http://[::ffff:1.2.3.4%eth0]"), "http|[::ffff:1.2.3.4%eth0]|~|[::ffff:1.2.3.4%eth0]||~|~");
  EXPECT_EQ(Parts("http://[::]"), "http|[::]|~|[::]||~|~");
  EXPECT_EQ(Parts("http://[a::b:]"), "no URL");
  EXPECT_EQ(Parts("http://[1::2::3]"), "no URL");
  EXPECT_EQ(Parts("http://[1:2:3:4:5:6:7]"), "no URL");
  EXPECT_EQ(Parts("http://[1:2:3:4:5:6:7:8::]"), "no URL");
  EXPECT_EQ(Parts("http://[12345::]"), "no URL");
  EXPECT_EQ(Parts("http://[::1.2.3]"), "no URL");
  EXPECT_EQ(Parts("http://[::1"), "no URL");
  EXPECT_EQ(Parts("http://[::1]x"), "no URL");
  EXPECT_EQ(Parts("http://[]"), "no URL");
}

TEST(JavaUrl, Ports) {
  EXPECT_EQ(Parts("http://h:/"), "http|h:|~|h|/|~|~");
  EXPECT_EQ(Parts("http://h:+80/"), "http|h:+80|~|h|/|~|~");
  EXPECT_EQ(Parts("http://h:-1/"), "http|h:-1|~|h|/|~|~");
  EXPECT_EQ(Parts("http://h:-2/"), "no URL");
  EXPECT_EQ(Parts("http://h:x/"), "no URL");
  EXPECT_EQ(Parts("http://h:80:81/"), "no URL");
  EXPECT_EQ(Parts("http://h:2147483648/"), "no URL");
}

TEST(JavaUrl, ProtocolsWithoutServers) {
  EXPECT_EQ(Parts("mailto:a@b.c?subject=x#y"), "mailto|~|~||a@b.c|subject=x|~");
  EXPECT_EQ(Parts("mailto:"), "no URL");
  EXPECT_EQ(Parts("jar:file:/a.jar!/b/c?d#e"), "jar|~|~||file:/a.jar!/b/c|d|e");
  EXPECT_EQ(Parts("jar:file:/a.jar"), "no URL");
  EXPECT_EQ(Parts("jar:foo:/a.jar!/b"), "no URL");
  EXPECT_EQ(Parts("jar:jar:file:/a.jar!/b!/c"), "no URL");
}

TEST(JavaUrl, WhatIsNone) {
  EXPECT_EQ(Parts(""), "no URL");
  EXPECT_EQ(Parts("nonsense"), "no URL");
  EXPECT_EQ(Parts("://h"), "no URL");
  EXPECT_EQ(Parts("foo://h/p"), "no URL");
  EXPECT_EQ(Parts("#http://h"), "no URL");
}

}  // namespace
}  // namespace tarn::function
