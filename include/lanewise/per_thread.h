// One object of type T for each thread: made at the first use, destroyed when the thread ends, after its thread_local
// objects. A use that comes even later makes the object again. On the thread that ends the process the object stays,
// for static destructors of the application that still use OpenCL. Only T itself may allocate memory, so that the
// object exists even when memory is short.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <new>
#include <optional>
#include <type_traits>

namespace lanewise {

template <class T>
T& per_thread() noexcept(std::is_nothrow_default_constructible_v<T>) {
    alignas(T) static constinit thread_local std::byte storage[sizeof(T)]{};
    static constinit thread_local bool is_there = false;
    if (!is_there) [[unlikely]] {
        static const auto key = []() -> std::optional<pthread_key_t> {
            const auto destroy = [](void* object) {
                is_there = false;
                static_cast<T*>(object)->~T();
            };
            pthread_key_t made{};
            return pthread_key_create(&made, destroy) == 0 ? std::optional(made) : std::nullopt;
        }();
        T* const object = new (storage) T;
        is_there = true;
        // If this fails, the resources of the object outlive the thread.
        if (key) pthread_setspecific(*key, object);
    }
    return *std::launder(reinterpret_cast<T*>(storage));
}

}  // namespace lanewise
