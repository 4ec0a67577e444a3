# Checks that pack_library refuses builtins that call missing functions, whatever their names look like.
# -DPACK_LIBRARY=tool -DCLANG=compiler -DFOLDER=for files

file(MAKE_DIRECTORY "${FOLDER}")

# Packs a library of one function that calls `callee`. Sets `status` and `output`.
function(pack callee)
  set(source "${FOLDER}/builtin.ll")
  file(WRITE "${source}" "target triple = \"spir64\"
declare float @${callee}(float)
define float @_Z7builtinf(float %x) {
  %y = call float @${callee}(float %x)
  ret float %y
}
")
  execute_process(COMMAND "${CLANG}" -x ir -target spir64 -emit-llvm -c -o "${FOLDER}/builtin.bc" "${source}"
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${PACK_LIBRARY}" -o "${FOLDER}/library" --late "${FOLDER}/builtin.bc"
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(status "${status}" PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

foreach(known sinf __truncsfhf2 llvm.sqrt.f32 ocl.any_operation)
  pack(${known})
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "a call of ${known} is refused: ${output}")
  endif()
endforeach()

foreach(unknown sinnf printf _Z4sinnf __lw_helper)
  pack(${unknown})
  if(status EQUAL 0 OR NOT output MATCHES "${unknown}, called in .*builtin.bc, is defined nowhere")
    message(FATAL_ERROR "a call of ${unknown} passes: ${status}, ${output}")
  endif()
endforeach()
