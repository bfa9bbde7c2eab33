// The program: command line in, exit status out.
#pragma once

namespace tarn::app {

int Main(int argc, const char* const* argv);

}  // namespace tarn::app
