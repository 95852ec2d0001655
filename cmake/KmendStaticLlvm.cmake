# kmend_llvm_static: the archives of Clang and LLVM that a self-contained kmend
# links. The imported targets of Debian's packages name the shared libLLVM, so
# the archives are given by their paths; lld takes from them what is needed, in
# any order.

set(kmend_clang_archives
  # reading and compiling a source
  clangFrontend clangDriver clangOptions clangParse clangSema clangSerialization
  clangCodeGen clangExtractAPI clangSupport
  # the tree, its matchers and their text form
  clangAST clangASTMatchers clangDynamicASTMatchers clangAnalysis
  clangAnalysisLifetimeSafety clangAPINotes clangLex clangBasic clangEdit clangIndex
  # changing a source
  clangTooling clangToolingCore clangToolingInclusions clangToolingInclusionsStdlib
  clangToolingRefactoring clangToolingSyntax clangTransformer clangRewrite
  clangRewriteFrontend clangFormat)
set(kmend_llvm_components
  native orcjit orctargetprocess passes coroutines instrumentation vectorize ipo
  linker irreader bitreader bitwriter option profiledata support
  frontendopenmp frontendhlsl frontendoffloading frontenddriver lto objcarcopts
  coverage plugins windowsdriver)

set(kmend_llvm_static_files "")
foreach(name IN LISTS kmend_clang_archives)
  set(file ${LLVM_LIBRARY_DIR}/lib${name}.a)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "KMEND_STATIC: ${file} is missing; install libclang-22-dev, or set KMEND_STATIC to OFF")
  endif()
  list(APPEND kmend_llvm_static_files ${file})
endforeach()
execute_process(
  COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libfiles ${kmend_llvm_components}
  OUTPUT_VARIABLE files OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(files)
# A package of its own, of which tools/kmend/NoPolly.cpp takes the place.
list(FILTER files EXCLUDE REGEX Polly)
list(APPEND kmend_llvm_static_files ${files})

foreach(name z zstd)
  find_library(KMEND_STATIC_${name} lib${name}.a REQUIRED)
  list(APPEND kmend_llvm_static_files ${KMEND_STATIC_${name}})
endforeach()

add_library(kmend_llvm_static INTERFACE)
target_link_libraries(kmend_llvm_static INTERFACE ${kmend_llvm_static_files} dl m)
