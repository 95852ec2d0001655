# add_kmend_library(NAME [CLANG] SOURCES... [LINK libs...])
#   a static library kmend<NAME>; CLANG: it includes Clang's headers, and shares
#   the precompiled header of those. Libraries never link LLVM themselves, so
#   that the same objects serve the shared and the static tool.
# add_kmend_tool(NAME SOURCES...)          an executable of every library
# add_kmend_unittest(LIBRARY SOURCES... [LINK libs...])   GoogleTest, run by ctest

# What an executable links: the shared clang-cpp and LLVM, or their archives.
add_library(kmend_llvm_shared INTERFACE)
target_link_libraries(kmend_llvm_shared INTERFACE clang-cpp LLVM)

function(kmend_pch target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# One precompiled header for libraries that know no Clang, one for those that do.
file(WRITE ${CMAKE_BINARY_DIR}/pch/empty.cpp "")
add_library(kmend_pch_light OBJECT ${CMAKE_BINARY_DIR}/pch/empty.cpp)
target_precompile_headers(kmend_pch_light PRIVATE ${CMAKE_SOURCE_DIR}/cmake/PchLight.h)
add_library(kmend_pch_clang OBJECT ${CMAKE_BINARY_DIR}/pch/empty.cpp)
target_precompile_headers(kmend_pch_clang PRIVATE ${CMAKE_SOURCE_DIR}/cmake/PchClang.h)

function(add_kmend_library name)
  cmake_parse_arguments(ARG "CLANG" "" "SOURCES;LINK" ${ARGN})
  add_library(kmend${name} STATIC ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(kmend${name} PUBLIC ${ARG_LINK})
  if(ARG_CLANG)
    target_precompile_headers(kmend${name} REUSE_FROM kmend_pch_clang)
  else()
    target_precompile_headers(kmend${name} REUSE_FROM kmend_pch_light)
  endif()
endfunction()

function(add_kmend_unittest library)
  cmake_parse_arguments(ARG "CLANG" "" "SOURCES;LINK" ${ARGN})
  set(target ${library}Tests)
  add_executable(${target} ${ARG_SOURCES} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE kmend${library} ${ARG_LINK} kmend_llvm_shared GTest::gtest GTest::gmock GTest::gtest_main)
  if(ARG_CLANG)
    target_precompile_headers(${target} REUSE_FROM kmend_pch_clang)
  else()
    target_precompile_headers(${target} REUSE_FROM kmend_pch_light)
  endif()
  add_test(NAME unit.${library} COMMAND ${target} --gtest_brief=1)
  # scripts/test counts the single cases in what GoogleTest writes there.
  set_tests_properties(unit.${library} PROPERTIES
    ENVIRONMENT GTEST_OUTPUT=xml:${CMAKE_BINARY_DIR}/results/unit.${library}.xml TIMEOUT 600)
endfunction()
