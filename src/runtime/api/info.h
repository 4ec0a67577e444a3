// Writes the answer of a clGet*Info query, by the rules for sizes and null pointers that all queries share:
//
//     Info info(param_value_size, param_value, param_value_size_ret);
//     switch (param_name) {
//         case CL_QUEUE_SIZE: return info.value<cl_uint>(queue.size());
//     }
//     throw Error(CL_INVALID_VALUE, ...);
#pragma once

#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "runtime/object/error.h"

namespace lanewise::runtime::api {

class Info {
public:
    Info(std::size_t size, void* value, std::size_t* size_ret) noexcept
        : size_(size), value_(value), size_ret_(size_ret) {}

    /// Writes one value. Callers must write the type T explicitly, since the size of the answer is part of the API.
    template <class T>
    void value(std::type_identity_t<T> answer) const {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(&answer, sizeof answer);
    }

    /// Writes a string with its terminating NUL.
    void string(std::string_view text) const {
        char* out = static_cast<char*>(reserve(text.size() + 1));
        if (!out) return;
        std::memcpy(out, text.data(), text.size());
        out[text.size()] = '\0';
    }

    template <class T>
    void array(std::span<const T> values) const {
        bytes(values.data(), values.size_bytes());
    }

    void bytes(const void* data, std::size_t count) const {
        void* out = reserve(count);
        if (out && count != 0) std::memcpy(out, data, count);
    }

    /// Returns the destination for `count` bytes, or null if only the size is queried.
    // Section 4.2 and others: CL_INVALID_VALUE "if size in bytes specified by param_value_size is <
    // size of return type and param_value is not a NULL value".
    void* reserve(std::size_t count) const {
        check(!value_ || size_ >= count, CL_INVALID_VALUE,
              "param_value_size is {} bytes, but the answer has {} bytes. Query param_value_size_ret first.", size_,
              count);
        if (size_ret_) *size_ret_ = count;
        return value_;
    }

private:
    std::size_t size_;
    void* value_;
    std::size_t* size_ret_;
};

/// Throws the error for a param_name that the query function does not support.
[[noreturn]] inline void fail_unknown_query(cl_uint param_name) {
    fail(CL_INVALID_VALUE, "param_name is {}, which is no query of this function on this device.", Hex{param_name});
}

}  // namespace lanewise::runtime::api
