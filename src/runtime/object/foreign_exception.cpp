#include "runtime/object/foreign_exception.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <unwind.h>

#include <cstddef>
#include <cstdint>

namespace lanewise::runtime {

namespace {

// The structures of the Itanium C++ ABI (Exception Handling, section 2.2.2). Every C++ library on Linux uses this
// layout.
struct Globals {
    void* caught;
    unsigned uncaught;
};

struct Header {
    void* type;
    void (*destroy)(void*);
    void (*unexpected)();
    void (*terminate)();
    Header* next;
    int handlers;
    int handler_switch;
    const void* action;
    const void* language_data;
    void* catch_temporary;
    void* adjusted;
    _Unwind_Exception unwind;
};

using GetGlobals = abi::__cxa_eh_globals* (*)();

Globals& globals_of(GetGlobals get) noexcept { return *reinterpret_cast<Globals*>(get()); }

/// Returns whether any copy of libstdc++ threw the caught exception.
bool is_of_libstdcxx(const _Unwind_Exception& exception) noexcept {
    constexpr std::uint64_t gnu = 0x474e5543432b2b;  // "GNUCC++"; the eighth byte is 0, or 1 for dependent exceptions
    return exception.exception_class >> 8 == gnu;
}

template <class Function>
Dl_info library_of(Function* function) noexcept {
    Dl_info info{};
    if (::dladdr(reinterpret_cast<const void*>(function), &info) == 0) return {};
    return info;
}

/// Returns __cxa_get_globals of the C++ library `library`; null if the library does not export the function.
GetGlobals find_get_globals(const Dl_info& library) noexcept {
    void* const handle = ::dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    const auto found = reinterpret_cast<GetGlobals>(::dlsym(handle ? handle : RTLD_DEFAULT, "__cxa_get_globals"));
    if (handle) ::dlclose(handle);
    return found && library_of(found).dli_fbase == library.dli_fbase ? found : nullptr;
}

}  // namespace

void settle_uncaught_count() noexcept {
    Globals& own = globals_of(&abi::__cxa_get_globals);
    const auto* const header = static_cast<const Header*>(own.caught);
    if (!header || !header->unwind.exception_cleanup) return;
    const Dl_info thrower = library_of(header->unwind.exception_cleanup);
    if (!thrower.dli_fbase || thrower.dli_fbase == library_of(&abi::__cxa_get_globals).dli_fbase) return;
    if (is_of_libstdcxx(header->unwind)) ++own.uncaught;
    const GetGlobals get = find_get_globals(thrower);
    if (get && globals_of(get).uncaught != 0) --globals_of(get).uncaught;
}

}  // namespace lanewise::runtime
