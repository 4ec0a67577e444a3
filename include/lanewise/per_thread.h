// Provides one object of type T for each thread. The object is created at the thread's first use, and destroyed when
// the thread ends, after the thread's thread_local objects. A use after the destruction creates another object. On the
// thread that ends the process, the object is not destroyed, since static destructors of the application may still use
// OpenCL. No memory is allocated except by T, so that the object can be created even if memory is short.
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
        // If this call fails, the object is not destroyed when the thread ends, and keeps its resources.
        if (key) pthread_setspecific(*key, object);
    }
    return *std::launder(reinterpret_cast<T*>(storage));
}

}  // namespace lanewise
