# Builds the scripts of examples/vessel-replay into tarn_app (src/app/demo_scripts.h).
foreach(step 1_ods 2_dwd 3_replay 4_summary)
  set(script ${CMAKE_SOURCE_DIR}/examples/vessel-replay/${step}.sql)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script})
  file(READ ${script} TARN_DEMO_${step})
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/src/app/demo_scripts.cpp.in ${CMAKE_BINARY_DIR}/generated/demo_scripts.cpp @ONLY)
target_sources(tarn_app PRIVATE ${CMAKE_BINARY_DIR}/generated/demo_scripts.cpp)
