#include "driver.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace lanewise::api_fuzz {

_cl_icd_dispatch cl{};
SuggestLocalSize suggest_local_size[2] = {};

namespace {

using FindFunction = void* (*)(const char*);

[[noreturn]] void give_up(const char* what) {
    std::fprintf(stderr, "fuzz_api: %s\n", what);
    std::exit(2);
}

template <class Function>
void find(FindFunction find_function, const char* name, Function& function) {
    function = reinterpret_cast<Function>(find_function(name));
    if (!function) give_up(name);
}

}  // namespace

void load_driver(const char* path) {
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) give_up(dlerror());
    const auto find_function = reinterpret_cast<FindFunction>(dlsym(library, "clGetExtensionFunctionAddress"));
    if (!find_function) give_up("no clGetExtensionFunctionAddress");
#define BUILT(name) find(find_function, #name, cl.name);
#define ABSENT(name) BUILT(name)
#include "runtime/api/api_table.def"
#undef ABSENT
#undef BUILT
    find(find_function, "clGetKernelSuggestedLocalWorkSize", suggest_local_size[0]);
    find(find_function, "clGetKernelSuggestedLocalWorkSizeKHR", suggest_local_size[1]);
}

}  // namespace lanewise::api_fuzz
