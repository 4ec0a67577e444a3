// Calls individual functions of the builtin library on the host. Links the shard that contains the function, and all
// shards that this shard needs. Adds a wrapper that passes arguments and result through memory, and compiles the shards
// and the wrapper.
//
// Not thread-safe. The compiled functions stay valid until the process ends.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <string_view>

namespace lanewise::test {

/// Type of a wrapper. `arguments[i]` points to the i-th argument, even if this argument is itself a pointer.
using Wrapped = void (*)(const void* const* arguments, void* result);

/// Returns a wrapper of the library's function with the link name `mangled`. Throws std::runtime_error if the library
/// lacks the function.
Wrapped load_builtin(const std::string& mangled);

/// Returns the link name of `name`. `parameters` are the mangled types of its parameters: mangle("clz", "i").
std::string mangle(std::string_view name, std::string_view parameters);

/// Calls `function` with `args` and returns its result.
template <class R, class... Args>
R call(Wrapped function, const Args&... args) {
    const std::array<const void*, sizeof...(Args)> pointers{static_cast<const void*>(&args)...};
    if constexpr (std::is_void_v<R>) {
        function(pointers.data(), nullptr);
    } else {
        alignas(128) std::byte result[2 * sizeof(R) < 128 ? 128 : 2 * sizeof(R)];
        function(pointers.data(), result);
        R value;
        std::memcpy(&value, result, sizeof value);
        return value;
    }
}

}  // namespace lanewise::test
