# Declares for `cmake --install` and `cpack` where all files go except the two libraries (src/runtime, src/compiler).
#
# An ICD loader finds a driver through a file NAME.icd that holds the path of the driver's library. The installation
# writes such a file for the installed library into /etc/OpenCL/vendors, the only folder that loaders read by default.
# (For OCL_ICD_VENDORS, the build tree has such a file in vendors/.)

find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(LANEWISE_ICD_DIR "/etc/OpenCL/vendors" CACHE PATH "Folder of the installed lanewise.icd")
option(LANEWISE_NOTICES "Install the notices of other projects and the bill of materials; packages need them" ON)
set(LANEWISE_NOTICES_DIR "" CACHE PATH "Folder of notices that are not in /usr/share/doc (packaging/notices.py)")
set(LANEWISE_CONTACT "Lanewise maintainers <maintainers@lanewise.invalid>" CACHE STRING
    "Name and address of the maintainers, for packages")

install(CODE "
  set(icd_dir \"${LANEWISE_ICD_DIR}\")
  set(driver \"${LANEWISE_LIBDIR}/$<TARGET_FILE_NAME:lanewise>\")
  set(documents_dir \"${CMAKE_INSTALL_DATADIR}/doc/lanewise\")
  set(source_dir \"${PROJECT_SOURCE_DIR}\")
  set(build_dir \"${PROJECT_BINARY_DIR}\")
  set(python \"${Python3_EXECUTABLE}\")
  set(with_notices ${LANEWISE_NOTICES})")
install(SCRIPT "${CMAKE_CURRENT_LIST_DIR}/write_installed.cmake")
install(FILES "${PROJECT_SOURCE_DIR}/packaging/debian/lintian-overrides"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides" RENAME lanewise)

# The Debian package. LLVM, zlib, zstd and the C++ library are linked statically, so that the package needs only libc
# and libgcc. dpkg-shlibdeps writes the versions of these. The debug symbols are in a separate package
# (docs/releasing.md).
set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "${LANEWISE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenCL driver for CPUs that uses vector lanes")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "An OpenCL driver whose device is the machine's CPU: kernels run many\n\
work-items at a time in its vector units and on all its cores. Programs\n\
find it through the OpenCL ICD loader.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ocl-icd-libopencl1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEBUGINFO_PACKAGE ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/packaging/debian/conffiles")
include(CPack)
