// spirv_modules FOLDER
//
// Runs three SPIR-V modules from FOLDER (examples/spirv). A SYCL compiler made the first module, and clang made the
// second module from OpenCL C; the third module was written by hand. README.md in this folder describes how the modules
// were made.
#include <cstdio>
#include <exception>

#include "examples.h"

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: spirv_modules FOLDER. FOLDER has the modules, as examples/spirv does.\n");
        return 1;
    }
    try {
        Device device(arguments[1]);
        bool right = true;
        for (const auto example : {norms, edges, add_numbers}) right = example(device) && right;
        return right ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "spirv_modules: %s\n", error.what());
        return 1;
    }
}
