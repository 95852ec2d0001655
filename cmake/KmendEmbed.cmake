# kmend_embed_files(TARGET SYMBOL NAME_PREFIX BASE files...)
#   compiles a table of files into TARGET: `extern const kmend::EmbeddedFile
#   SYMBOL[]; extern const size_t SYMBOL##Count;`. The name of an entry is
#   NAME_PREFIX plus the path below BASE.
function(kmend_embed_files target symbol prefix base)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.list)
  string(REPLACE ";" "\n" lines "${ARGN}")
  file(CONFIGURE OUTPUT ${list} CONTENT "${lines}\n" @ONLY)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DLIST=${list} -DSYMBOL=${symbol} -DPREFIX=${prefix} -DBASE=${base}
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${ARGN} ${list} ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    COMMENT "Embedding ${symbol}" VERBATIM)
  target_sources(${target} PRIVATE ${out})
  set_source_files_properties(${out} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
