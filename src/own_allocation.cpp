// Defines operator new and delete for the runtime library and the compiler library, hidden from the rest of the
// process. Application libraries that replace these operators often forget some of their forms (sized, aligned), or are
// loaded after other libraries are already bound. Without the definitions in this file, memory could then be allocated
// by one allocator and freed by another. The operators here use only malloc, calloc, realloc and free; a library that
// replaces one of these four functions replaces all four.
//
// The calls of malloc, calloc, realloc and free must reach the same functions as calls from the rest of the process. If
// this library were opened with RTLD_DEEPBIND, it would call the C library's own functions, and free() would get memory
// of another allocator, for example from strdup() or realpath(). The linker therefore redirects each call of these four
// functions to this file (--wrap in cmake/LanewiseSanitize.cmake).
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_realloc(void* memory, std::size_t bytes);
void __real_free(void* memory);
}

namespace {

struct Heap {
    decltype(&__real_malloc) malloc = __real_malloc;
    decltype(&__real_calloc) calloc = __real_calloc;
    decltype(&__real_realloc) realloc = __real_realloc;
    decltype(&__real_free) free = __real_free;
};
constinit Heap heap;

template <class Function>
bool find(void* process, const char* name, Function& function) noexcept {
    function = reinterpret_cast<Function>(::dlsym(process, name));
    return function != nullptr;
}

/// Runs before all other code of the library: constructors run in the order of their priorities, and constructors
/// without a priority run last.
[[gnu::constructor(101)]] void find_heap_of_process() {
    void* const process = ::dlopen(nullptr, RTLD_LAZY);
    Heap found;
    if (process && find(process, "malloc", found.malloc) && find(process, "calloc", found.calloc) &&
        find(process, "realloc", found.realloc) && find(process, "free", found.free)) {
        heap = found;
    }
}

/// Returns memory; returns null if no memory is left and no new-handler is installed.
void* allocate(std::size_t bytes) {
    for (;;) {
        if (void* const memory = std::malloc(std::max<std::size_t>(bytes, 1))) return memory;
        const std::new_handler make_room = std::get_new_handler();
        if (!make_room) return nullptr;
        make_room();
    }
}

/// Returns aligned memory, or null in the same cases as the function above. The pointer that malloc returned is stored
/// directly before the aligned memory.
void* allocate(std::size_t bytes, std::align_val_t alignment) {
    const auto boundary = std::max(static_cast<std::size_t>(alignment), sizeof(void*));
    if (bytes > SIZE_MAX - boundary - sizeof(void*)) return nullptr;
    void* const whole = allocate(bytes + boundary + sizeof(void*));
    if (!whole) return nullptr;
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(whole) + sizeof(void*);
    auto* const aligned = reinterpret_cast<void**>((first + boundary - 1) / boundary * boundary);
    aligned[-1] = whole;
    return aligned;
}

void free_aligned(void* memory) noexcept {
    if (memory) std::free(static_cast<void**>(memory)[-1]);
}

template <class... Alignment>
void* allocate_or_throw(std::size_t bytes, Alignment... alignment) {
    if (void* const memory = allocate(bytes, alignment...)) return memory;
    throw std::bad_alloc();
}

template <class... Alignment>
void* allocate_or_null(std::size_t bytes, Alignment... alignment) noexcept {
    try {
        return allocate(bytes, alignment...);
    } catch (const std::bad_alloc&) {  // thrown by the new-handler
        return nullptr;
    }
}

}  // namespace

extern "C" {

[[gnu::visibility("hidden")]] void* __wrap_malloc(std::size_t bytes) { return heap.malloc(bytes); }
[[gnu::visibility("hidden")]] void* __wrap_calloc(std::size_t count, std::size_t bytes) {
    return heap.calloc(count, bytes);
}
[[gnu::visibility("hidden")]] void* __wrap_realloc(void* memory, std::size_t bytes) {
    return heap.realloc(memory, bytes);
}
[[gnu::visibility("hidden")]] void __wrap_free(void* memory) { heap.free(memory); }

}  // extern "C"

using std::align_val_t;
using std::nothrow_t;
using std::size_t;

void* operator new(size_t bytes) { return allocate_or_throw(bytes); }
void* operator new[](size_t bytes) { return allocate_or_throw(bytes); }
void* operator new(size_t bytes, const nothrow_t&) noexcept { return allocate_or_null(bytes); }
void* operator new[](size_t bytes, const nothrow_t&) noexcept { return allocate_or_null(bytes); }
void* operator new(size_t bytes, align_val_t to) { return allocate_or_throw(bytes, to); }
void* operator new[](size_t bytes, align_val_t to) { return allocate_or_throw(bytes, to); }
void* operator new(size_t bytes, align_val_t to, const nothrow_t&) noexcept { return allocate_or_null(bytes, to); }
void* operator new[](size_t bytes, align_val_t to, const nothrow_t&) noexcept { return allocate_or_null(bytes, to); }

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, align_val_t) noexcept { free_aligned(memory); }
void operator delete[](void* memory, align_val_t) noexcept { free_aligned(memory); }
void operator delete(void* memory, size_t, align_val_t) noexcept { free_aligned(memory); }
void operator delete[](void* memory, size_t, align_val_t) noexcept { free_aligned(memory); }
void operator delete(void* memory, align_val_t, const nothrow_t&) noexcept { free_aligned(memory); }
void operator delete[](void* memory, align_val_t, const nothrow_t&) noexcept { free_aligned(memory); }
