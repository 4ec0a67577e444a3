#include "runtime/core/compiler_loader.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <mutex>

#include "runtime/object/config.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {
namespace {

constexpr const char* library_name = "liblanewise-compiler.so";

struct LoadedCompiler {
    const compiler::Compiler* compiler = nullptr;
    std::string fault;
};

// What is static in the library is made while it is loaded; a lack of memory then would leave it half made.
void check_memory_for(const std::string& path) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    constexpr std::size_t static_bytes = std::size_t{32} << 20;
    struct stat file {};
    const std::size_t bytes =
        static_bytes + (::stat(path.c_str(), &file) == 0 ? static_cast<std::size_t>(file.st_size) : 0);
    void* const probe = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    check(probe != MAP_FAILED, CL_OUT_OF_HOST_MEMORY, "there is no memory for the compiler");
    ::munmap(probe, bytes);
}

LoadedCompiler try_load() {
    const std::string path = compiler_library_path();
    check_memory_for(path);
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

// What went wrong (no memory, too many open files) may be otherwise the next time.
const compiler::Compiler& load_compiler() {
    static std::atomic<const compiler::Compiler*> compiler = nullptr;
    static std::mutex loading;
    if (const auto* const ready = compiler.load(std::memory_order_acquire)) return *ready;
    const std::lock_guard lock(loading);
    if (const auto* const ready = compiler.load(std::memory_order_relaxed)) return *ready;
    const LoadedCompiler loaded = try_load();
    check(loaded.compiler, CL_COMPILER_NOT_AVAILABLE, loaded.fault);
    compiler.store(loaded.compiler, std::memory_order_release);
    return *loaded.compiler;
}

}  // namespace lanewise::runtime
