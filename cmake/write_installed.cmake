# Writes the files whose content is known only when files are installed: lanewise.icd, which holds the final path of the
# driver, and the documents of packaging/write_documents.py. LanewiseInstall.cmake sets the variables.

if(NOT IS_ABSOLUTE "${icd_dir}")
  set(icd_dir "${CMAKE_INSTALL_PREFIX}/${icd_dir}")
endif()
message(STATUS "Installing: $ENV{DESTDIR}${icd_dir}/lanewise.icd")
file(WRITE "$ENV{DESTDIR}${icd_dir}/lanewise.icd" "${CMAKE_INSTALL_PREFIX}/${driver}\n")
list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${icd_dir}/lanewise.icd")

set(documents "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${documents_dir}")
message(STATUS "Installing: ${documents}")
file(MAKE_DIRECTORY "${documents}")
if(with_notices)
  execute_process(COMMAND "${python}" -B "${source_dir}/packaging/write_documents.py" "${build_dir}" "${documents}"
                  RESULT_VARIABLE result)
  if(result)
    message(FATAL_ERROR "The notices of other projects could not be written. -DLANEWISE_NOTICES=OFF installs without "
                        "them, for use on this machine only.")
  endif()
else()
  file(COPY_FILE "${source_dir}/LICENSE" "${documents}/copyright")
endif()
file(GLOB names RELATIVE "${documents}" "${documents}/*")
foreach(name IN LISTS names)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${CMAKE_INSTALL_PREFIX}/${documents_dir}/${name}")
endforeach()
