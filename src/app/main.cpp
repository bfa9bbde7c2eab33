#include "app/tarn.h"

int main(int argc, char** argv) { return tarn::app::Main(argc, argv); }
