#include "runtime/code/compiler_loader.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <mutex>

#include "device/machine/forks.h"
#include "device/machine/kernel_faults.h"
#include "device/machine/large_stack.h"
#include "device/machine/size_limit.h"
#include "runtime/object/config.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {
namespace {

constexpr const char* library_name = "liblanewise-compiler.so";

struct LoadedCompiler {
    const compiler::Compiler* compiler = nullptr;
    std::string fault;
    bool is_useless = false;  // whether the library can be neither used nor unloaded
};

// Checks that there is memory for the library's static objects. If memory ran out while the dynamic loader constructs
// these objects, an object would stay incomplete.
void check_memory_for(const std::string& path) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    constexpr std::size_t static_bytes = std::size_t{32} << 20;
    struct stat file{};
    const std::size_t bytes =
        static_bytes + (::stat(path.c_str(), &file) == 0 ? static_cast<std::size_t>(file.st_size) : 0);
    void* const probe = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    check(probe != MAP_FAILED, CL_OUT_OF_HOST_MEMORY,
          "There is no memory to load the compiler: it needs {} bytes of address space. Raise the limit of the process "
          "(RLIMIT_AS, ulimit -v).",
          bytes);
    ::munmap(probe, bytes);
}

/// Copies the library to a file that the dynamic loader does not know yet. Returns an empty path if there is no memory
/// for the copy.
std::string copy_of(const std::string& path) {
    const device::NoSizeSignal meanwhile;
    const int from = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const int to = ::memfd_create("lanewise-compiler", MFD_CLOEXEC);
    struct stat file{};
    bool whole = from >= 0 && to >= 0 && ::fstat(from, &file) == 0;
    for (off_t done = 0; whole && done < file.st_size;) {
        whole = ::sendfile(to, from, &done, static_cast<std::size_t>(file.st_size - done)) > 0;
    }
    if (from >= 0) ::close(from);
    // The descriptor stays open. If the descriptor were closed, a later copy could get the same descriptor, and
    // therefore the same path.
    return whole ? "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(to) : std::string();
}

LoadedCompiler try_load(bool as_copy) {
    const std::string original = compiler_library_path();
    check_memory_for(original);
    const std::string path = as_copy ? copy_of(original) : original;
    check(!path.empty(), CL_OUT_OF_HOST_MEMORY,
          "There is no memory or no file descriptor for a copy of the compiler, which the process needs because the "
          "first one cannot be used again. Close files or release memory.");
    // RTLD_LOCAL separates this library's symbols from the symbols of another LLVM in the process.
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* reason = ::dlerror();
        return {nullptr,
                "The compiler " + path + " cannot be loaded: " + (reason ? reason : "the loader gives no reason") +
                    ". Set LANEWISE_COMPILER to the path of liblanewise-compiler.so, or install it beside the driver."};
    }
    void* symbol = ::dlsym(library, compiler::entry_symbol);
    const auto get = reinterpret_cast<compiler::EntryFunction>(symbol);
    const auto* compiler = get ? get(compiler::interface_version) : nullptr;
    if (!compiler) {
        ::dlclose(library);
        return {nullptr,
                "The compiler " + path +
                    " belongs to another version of the driver, or there was no memory to load it. Install "
                    "the driver and the compiler of one version.",
                true};
    }
    return {compiler, {}};
}

/// The loaded compiler library, and the number of calls that are running in it.
class TheCompiler {
public:
    static TheCompiler& instance() {
        static auto* const compiler = new TheCompiler;
        return *compiler;
    }

    /// Loads the library at the first call; no fork can happen during the load. After a failed load, the next call
    /// tries again, since the cause (no memory, too many open files) may be gone.
    const compiler::Compiler& get() {
        const std::lock_guard lock(mutex_);
        if (!loaded_) {
            LoadedCompiler loaded;
            device::with_large_stack([&] {
                loaded = try_load(is_lost_);
                if (loaded.is_useless && !is_lost_) loaded = try_load(is_lost_ = true);
            });
            if (!loaded.compiler) throw Error(CL_COMPILER_NOT_AVAILABLE, loaded.fault);
            loaded_ = loaded.compiler;
        }
        return *loaded_;
    }

    /// Prepares the compiler. A fork may happen during the preparation, as during any call of the compiler. If the
    /// preparation fails, the next call of get() loads a copy of the library.
    void prepare(const compiler::Compiler& compiler) {
        if (prepared_.load(std::memory_order_acquire) == &compiler) return;
        if (compiler.prepare(device::kernel_fault_handler())) {
            prepared_.store(&compiler, std::memory_order_release);
            return;
        }
        const device::NoFork now;
        const std::lock_guard lock(mutex_);
        if (loaded_ == &compiler) {
            is_lost_ = true;
            loaded_ = nullptr;
        }
        throw Error(CL_OUT_OF_HOST_MEMORY,
                    "There is no memory for the compiler's tables. Release memory and try again.");
    }

    void count_in() noexcept { calls_.fetch_add(1, std::memory_order_relaxed); }
    void count_out() noexcept { calls_.fetch_sub(1, std::memory_order_relaxed); }

private:
    TheCompiler() noexcept {
        device::on_fork({.in_child = [] { instance().start_anew(); }});
    }

    void start_anew() noexcept {
        if (calls_.exchange(0, std::memory_order_relaxed) == 0) return;
        is_lost_ = true;
        loaded_ = nullptr;
    }

    std::mutex mutex_;                            // guards loaded_ and is_lost_
    const compiler::Compiler* loaded_ = nullptr;  // once set, changes only when is_lost_ becomes true
    bool is_lost_ = false;
    std::atomic<const compiler::Compiler*> prepared_ = nullptr;
    std::atomic<unsigned> calls_ = 0;
};

// Returns the path of the compiler library in the driver's folder.
std::string beside(const std::string& driver) {
    const auto slash = driver.rfind('/');
    return slash == driver.npos ? library_name : driver.substr(0, slash + 1) + library_name;
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
    std::string path = beside(driver);
    if (::access(path.c_str(), F_OK) == 0) return path;
    // The driver's path may be a symbolic link that lies in another folder, for example under the name of an ICD
    // loader.
    std::error_code failed;
    const auto target = std::filesystem::canonical(driver, failed);
    return failed ? path : beside(target.string());
}

CompilerCall::CompilerCall() {
    TheCompiler& instance = TheCompiler::instance();
    {
        const device::NoFork both_or_none;
        compiler_ = &instance.get();
        instance.count_in();
    }
    try {
        instance.prepare(*compiler_);
    } catch (...) {
        instance.count_out();
        throw;
    }
}

CompilerCall::~CompilerCall() { TheCompiler::instance().count_out(); }

}  // namespace lanewise::runtime
