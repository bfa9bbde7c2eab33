# DuckDB as an imported library: the prebuilt libduckdb.so and the headers of the same version (tools/fetch_duckdb.sh).
execute_process(COMMAND ${CMAKE_SOURCE_DIR}/tools/fetch_duckdb.sh OUTPUT_VARIABLE TARN_DUCKDB_DIR
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
add_library(duckdb SHARED IMPORTED)
set(_duckdb_src ${TARN_DUCKDB_DIR}/src)
set_target_properties(duckdb PROPERTIES IMPORTED_LOCATION ${TARN_DUCKDB_DIR}/lib/libduckdb.so IMPORTED_NO_SONAME ON)
foreach(_dir src/include extension/parquet/include third_party/parquet third_party/thrift third_party/fastpforlib
             third_party/fsst third_party/re2 third_party/fmt/include third_party/concurrentqueue
             third_party/mbedtls/include third_party/snappy third_party/lz4 third_party/zstd/include
             third_party/brotli/include third_party/yyjson/include third_party/utf8proc/include)
  target_include_directories(duckdb SYSTEM INTERFACE ${_duckdb_src}/${_dir})
endforeach()
# "One binary" = the program with this library beside it.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR})
file(COPY_FILE ${TARN_DUCKDB_DIR}/lib/libduckdb.so ${CMAKE_BINARY_DIR}/libduckdb.so ONLY_IF_DIFFERENT)
