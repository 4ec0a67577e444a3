#include "compiler/frontend/embedded_headers.h"

#include <clang/Basic/SourceManager.h>

// CMake defines LANEWISE_OPENCL_BASE_HEADER as the path of the header. The NUL is not part of the text: the front end
// requires a NUL after every buffer.
__asm__(
    ".pushsection .rodata\n"
    ".hidden lanewise_opencl_base_header\n.hidden lanewise_opencl_base_header_end\n"
    ".globl lanewise_opencl_base_header\n.globl lanewise_opencl_base_header_end\n"
    "lanewise_opencl_base_header:\n.incbin \"" LANEWISE_OPENCL_BASE_HEADER
    "\"\n"
    "lanewise_opencl_base_header_end:\n.byte 0\n"
    ".popsection\n");

extern "C" const char lanewise_opencl_base_header[];
extern "C" const char lanewise_opencl_base_header_end[];

namespace lanewise::compiler {

std::string_view opencl_base_header() { return {lanewise_opencl_base_header, lanewise_opencl_base_header_end}; }

bool is_in_base_header(clang::SourceLocation place, const clang::SourceManager& sources) {
    return sources.getFilename(sources.getExpansionLoc(place)) == base_header;
}

}  // namespace lanewise::compiler
