# Tells `cmake --install` and `cpack` where all files go, save the two libraries (src/runtime, src/compiler).
#
# An ICD loader finds a driver through a file NAME.icd that holds the path of the driver's library. An installation
# writes one that names the installed library into /etc/OpenCL/vendors, the only folder that loaders read by default.
# (The build tree's file is in vendors/, for OCL_ICD_VENDORS.)

set(LANEWISE_ICD_DIR "/etc/OpenCL/vendors" CACHE PATH "Folder of the installed lanewise.icd")

# Written at install time, because only then the prefix is known for certain (cmake --install --prefix).
install(CODE "
  file(WRITE \"${PROJECT_BINARY_DIR}/installed/lanewise.icd\"
       \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:lanewise>\\n\")")
install(FILES "${PROJECT_BINARY_DIR}/installed/lanewise.icd" DESTINATION "${LANEWISE_ICD_DIR}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/lanewise" RENAME copyright)

# The Debian package. LLVM and the C++ library are linked statically, so that the package needs only libc, libgcc, zlib
# and zstd. dpkg-shlibdeps writes their versions.
set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "Lanewise developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "An OpenCL driver whose device is the machine's CPU: kernels run many work-items at a time in\n\
its vector units and on all its cores. Programs find it through the OpenCL ICD loader.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ocl-icd-libopencl1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
include(CPack)
