#include "device/machine/large_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace lanewise::device {
namespace {

constexpr std::size_t guard_bytes = std::size_t{64} << 10;
constexpr std::size_t stack_bytes = std::size_t{512} << 10;

/// The data of a call, stored above the new stack. The caller's stack may have less than a kilobyte left, which is too
/// little for this data.
struct Call {
    void (*work)(void*);
    void* object;
    ucontext_t here;
    ucontext_t there;
    bool has_begun = false;
};
constexpr std::size_t all_bytes = guard_bytes + stack_bytes + sizeof(Call);

// Entry function of the new context. The address is passed in two halves, since makecontext passes only ints.
void begin(unsigned high, unsigned low) {
    auto& call = *reinterpret_cast<Call*>(std::uintptr_t{high} << 32 | low);
    call.has_begun = true;
    call.work(call.object);
}

/// Returns whether the free part of the calling thread's stack is at least as large as a new stack.
bool has_room() noexcept {
    ::pthread_attr_t attributes;
    if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return false;
    void* lowest = nullptr;
    std::size_t bytes = 0;
    const bool is_known = ::pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
    ::pthread_attr_destroy(&attributes);
    // The current frame may lie outside of the thread's own stack, on a stack that the application allocated (for a
    // coroutine).
    const auto below =
        reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - reinterpret_cast<std::uintptr_t>(lowest);
    return is_known && below < bytes && below >= stack_bytes;
}

}  // namespace

// Switches to a new stack only if necessary, since AddressSanitizer writes a warning to stderr for each switch.
void call_on_large_stack(void (*work)(void*), void* object) noexcept {
    if (has_room()) return work(object);
    void* const memory =
        ::mmap(nullptr, all_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return work(object);
    std::byte* const stack = static_cast<std::byte*>(memory) + guard_bytes;
    if (::mprotect(stack, all_bytes - guard_bytes, PROT_READ | PROT_WRITE) != 0) {
        ::munmap(memory, all_bytes);
        return work(object);
    }
    Call& call = *new (stack + stack_bytes) Call{work, object, {}, {}};
    const auto address = reinterpret_cast<std::uintptr_t>(&call);
    ::getcontext(&call.there);
    call.there.uc_stack.ss_sp = stack;
    call.there.uc_stack.ss_size = stack_bytes;
    call.there.uc_link = &call.here;
    ::makecontext(&call.there, reinterpret_cast<void (*)()>(begin), 2, static_cast<unsigned>(address >> 32),
                  static_cast<unsigned>(address));
    // swapcontext() fails if a seccomp filter forbids rt_sigprocmask.
    ::swapcontext(&call.here, &call.there);
    const bool has_begun = call.has_begun;
    ::munmap(memory, all_bytes);
    if (!has_begun) work(object);
}

}  // namespace lanewise::device
