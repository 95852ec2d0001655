# Compiler flags, LLVM and Clang 22, and the other packages the house stands on.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# Assertions stay on in every build: people trust kmend for correctness.
foreach(config RELEASE RELWITHDEBINFO MINSIZEREL)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${config} "${CMAKE_CXX_FLAGS_${config}}")
endforeach()

# Debian's configuration files demand the exact minor version.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
find_package(Clang REQUIRED CONFIG HINTS /usr/lib/llvm-22)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

set(Boost_USE_STATIC_LIBS ON)
find_package(Boost 1.74 REQUIRED COMPONENTS context)
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CCACHE_PROGRAM})
endif()

add_compile_options(-Wall -Wextra -Werror -fno-exceptions -fno-rtti
                    -fvisibility=hidden -fvisibility-inlines-hidden -ffunction-sections -fdata-sections)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # ccache and precompiled headers agree only when no time stamp is stored.
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
else()
  # LLVM's way to return an Error as an Expected is a move, which g++ takes for
  # one too many.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>
                      $<$<COMPILE_LANGUAGE:CXX>:-Wno-redundant-move>)
endif()
if(KMEND_SANITIZE)
  add_compile_options(-fsanitize=${KMEND_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${KMEND_SANITIZE})
endif()
find_program(LLD_PROGRAM ld.lld HINTS /usr/lib/llvm-22/bin)
if(LLD_PROGRAM)
  get_filename_component(LLD_DIR ${LLD_PROGRAM} DIRECTORY)
  add_link_options(-fuse-ld=lld -B${LLD_DIR})
endif()
add_link_options(-Wl,--gc-sections)

include_directories(${CMAKE_SOURCE_DIR}/include)
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${LLVM_DEFINITIONS_LIST})
