#include "runtime/core/compiler_loader.h"

#include <dlfcn.h>

#include "runtime/config.h"
#include "runtime/error.h"

namespace lanewise::runtime {
namespace {

constexpr const char* library_name = "liblanewise-compiler.so";

struct LoadedCompiler {
    const compiler::Compiler* compiler = nullptr;
    std::string fault;
};

LoadedCompiler try_load() {
    const std::string path = compiler_library_path();
    // RTLD_LOCAL: another LLVM in the process must not meet this one's symbols.
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* reason = ::dlerror();
        return {nullptr, reason ? reason : path + " cannot be loaded"};
    }
    void* symbol = ::dlsym(library, compiler::entry_symbol);
    const auto get = reinterpret_cast<compiler::EntryFunction>(symbol);
    const auto* compiler = get ? get(compiler::interface_version) : nullptr;
    if (!compiler) {
        ::dlclose(library);
        return {nullptr, path + " belongs to another version of the driver"};
    }
    return {compiler, {}};
}

}  // namespace

std::string driver_library_path() {
    Dl_info info{};
    if (!::dladdr(reinterpret_cast<const void*>(&driver_library_path), &info) || !info.dli_fname) {
        return {};
    }
    return info.dli_fname;
}

std::string compiler_library_path() {
    if (!config().compiler_library.empty()) return config().compiler_library;
    const std::string driver = driver_library_path();
    const auto slash = driver.rfind('/');
    return slash == driver.npos ? library_name : driver.substr(0, slash + 1) + library_name;
}

const compiler::Compiler& load_compiler() {
    static const LoadedCompiler loaded = try_load();
    check(loaded.compiler, CL_COMPILER_NOT_AVAILABLE, loaded.fault);
    return *loaded.compiler;
}

}  // namespace lanewise::runtime
