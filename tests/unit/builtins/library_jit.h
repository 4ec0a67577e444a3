// Calls single functions of the builtin library on the host. The function is linked from its shard with everything it
// needs, wrapped so that arguments and result go through memory, and compiled.
//
// Not thread-safe. Functions stay valid until the process ends.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <string_view>

namespace lanewise::test {

/// `arguments[i]` points to the i-th argument (for a pointer argument, to the pointer).
using Wrapped = void (*)(const void* const* arguments, void* result);

/// Returns the library's function of this link name. Throws std::runtime_error if there is none.
Wrapped load_builtin(const std::string& mangled);

/// Returns the link name of `name` with parameters of the given mangled types, e.g. ("clz", "i").
std::string mangle(std::string_view name, std::string_view parameters);

/// Calls `function` once and returns its result.
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
