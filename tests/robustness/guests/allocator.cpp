// Allocators that replace only some functions of the C or C++ library, like the allocators of real programs.
// CMakeLists.txt makes a library from each section of this file. Each block gets a mark, and the process ends if a
// block without the mark is released.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" void* __libc_malloc(std::size_t);
extern "C" void __libc_free(void*);

namespace {

constexpr std::uint64_t mark = 0x1a4e57a71;
constexpr std::size_t front = 64;  // bytes before the returned block; the last two words are the size and the mark

[[maybe_unused]] void* mark_block(void* whole, std::size_t bytes) noexcept {
    if (!whole) return nullptr;
    auto* const given = static_cast<std::uint64_t*>(whole) + front / 8;
    given[-1] = mark;
    given[-2] = bytes;
    return given;
}

/// Removes the mark, and returns the start of the allocated memory. Ends the process if there is no mark.
[[maybe_unused]] void* unmark(void* given) noexcept {
    auto* const words = static_cast<std::uint64_t*>(given);
    if (words[-1] != mark) ::_exit(70);
    words[-1] = 0;
    return words - front / 8;
}

[[maybe_unused]] void* allocate(std::size_t bytes) {
    if (void* const block = mark_block(std::malloc(bytes + front), bytes)) return block;
    throw std::bad_alloc();
}

[[maybe_unused]] void release(void* given) noexcept {
    if (given) std::free(unmark(given));
}

}  // namespace

// Replaces operator new and the unsized operator delete. libstdc++ forwards the sized operator delete to the unsized
// operator delete. TBB's malloc proxy replaces the same operators.
#ifdef REPLACES_PLAIN
void* operator new(std::size_t bytes) { return allocate(bytes); }
void operator delete(void* given) noexcept { release(given); }
#endif

#ifdef REPLACES_SIZED
void* operator new(std::size_t bytes) { return allocate(bytes); }
void operator delete(void* given, std::size_t) noexcept { release(given); }
#endif

#ifdef REPLACES_ARRAYS
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void operator delete[](void* given) noexcept { release(given); }
#endif

#ifdef REPLACES_NEW_ONLY
void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return mark_block(std::malloc(bytes + front), bytes);
}
#endif

#ifdef REPLACES_DELETE_ONLY
void operator delete(void* given) noexcept { release(given); }
void operator delete[](void* given) noexcept { release(given); }
#endif

#ifdef REPLACES_ALIGNED
void* operator new(std::size_t bytes, std::align_val_t) { return allocate(bytes); }
void operator delete(void* given, std::align_val_t) noexcept { release(given); }
#endif

// Replaces malloc() and the other classic C functions, but no function for aligned memory.
#ifdef REPLACES_MALLOC
extern "C" void* malloc(std::size_t bytes) { return mark_block(__libc_malloc(bytes + front), bytes); }
extern "C" void free(void* given) {
    if (given) __libc_free(unmark(given));
}
extern "C" void* calloc(std::size_t count, std::size_t bytes) {
    void* const block = malloc(count * bytes);
    return block ? std::memset(block, 0, count * bytes) : nullptr;
}
extern "C" void* realloc(void* given, std::size_t bytes) {
    void* const block = malloc(bytes);
    if (!given || !block) return block;
    const std::size_t before = static_cast<std::uint64_t*>(given)[-2];
    std::memcpy(block, given, before < bytes ? before : bytes);
    free(given);
    return block;
}
#endif
