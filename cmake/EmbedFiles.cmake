# Writes the table that kmend_embed_files() promises; run as a script. Files are
# given to the assembler with .incbin, which is fast and exact for any content.
file(STRINGS ${LIST} files)
set(body "#include \"kmend/Support/EmbeddedFile.h\"\n")
set(table "")
set(index 0)
foreach(file IN LISTS files)
  file(RELATIVE_PATH name ${BASE} ${file})
  set(id "kmend_embed_${SYMBOL}_${index}")
  # A cache of compilations does not see .incbin: the content is named here.
  file(SHA256 ${file} content)
  string(APPEND body
    "// ${content}\n"
    "__asm__(\".section .rodata,\\\"a\\\",@progbits\\n.balign 16\\n.global ${id}\\n${id}:\\n.incbin \\\"${file}\\\"\\n.byte 0\\n.global ${id}_end\\n${id}_end:\\n.previous\\n\");\n"
    "extern \"C\" __attribute__((visibility(\"hidden\"))) const char ${id}[], ${id}_end[];\n")
  string(APPEND table "    {\"${PREFIX}${name}\", ${id}, ${id}_end - 1},\n")
  math(EXPR index "${index} + 1")
endforeach()
string(APPEND body "namespace kmend {\nextern const EmbeddedFile ${SYMBOL}[];\nextern const size_t ${SYMBOL}Count;\n")
string(APPEND body "const EmbeddedFile ${SYMBOL}[] = {\n${table}};\nconst size_t ${SYMBOL}Count = ${index};\n}\n")
file(WRITE ${OUT} "${body}")
