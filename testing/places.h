// Where tests find what is not made by them.
#pragma once

#include <filesystem>

namespace tarn::testing {

/// The checkout that this program was built from.
std::filesystem::path SourceDirectory();

/// Recorded corpora and data that are no part of the repository: $TARN_SHARED, else ../shared beside the checkout. It
/// need not exist; a test that misses it says so and is skipped.
std::filesystem::path SharedDirectory();

}  // namespace tarn::testing
