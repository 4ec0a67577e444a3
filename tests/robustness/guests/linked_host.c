// A host program in C that is linked with OpenCL, and with an allocator if CMakeLists.txt adds one.
#define _GNU_SOURCE
#include <dlfcn.h>

#include "use_opencl.h"

static void* find(const char* name) { return dlsym(RTLD_DEFAULT, name); }

int main(void) { return use_opencl(find) == 0 ? 0 : 3; }
