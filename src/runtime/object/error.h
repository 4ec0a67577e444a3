// The only exception class of the runtime. Contains an OpenCL error code and a text for the user (shown with
// LANEWISE_LOG=1). Checks throw the exception; api/entry.h converts it to the error code that the call returns.
//
// A text says in full sentences what happened, the value and the limit with their units, and what to do. A text names
// arguments and constants as the specification does. api/entry.h adds the name of the function and of the error code.
//
//     check(size <= most, CL_INVALID_BUFFER_SIZE,
//           "The size is {} bytes, which exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE ({} bytes).", size, most);
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime {

class Error {
public:
    explicit Error(cl_int code, std::string message = {}) : code_(code), message_(std::move(message)) {}

    cl_int code() const { return code_; }
    const std::string& message() const { return message_; }

private:
    cl_int code_;
    std::string message_;
};

/// Returns the specification's name of an error code, for example "CL_INVALID_VALUE", or "an error code without a
/// name".
const char* error_name(cl_int code) noexcept;

/// An integer that is printed in hexadecimal: flags, properties and names of queries.
struct Hex {
    std::uint64_t value;
};

/// A value that replaces a `{}` in the text of an error.
class ErrorValue {
public:
    template <std::integral Integer>
    ErrorValue(Integer value) noexcept
        : kind_(std::is_signed_v<Integer> ? Kind::negative_or_not : Kind::natural),
          number_(static_cast<std::uint64_t>(value)) {}
    ErrorValue(Hex value) noexcept : kind_(Kind::hexadecimal), number_(value.value) {}
    ErrorValue(std::string_view text) noexcept : text_(text) {}
    ErrorValue(const std::string& text) noexcept : text_(text) {}
    ErrorValue(const char* text) noexcept : text_(text) {}

    void append_to(std::string& text) const;

private:
    enum class Kind { text, natural, negative_or_not, hexadecimal };

    Kind kind_ = Kind::text;
    std::uint64_t number_ = 0;
    std::string_view text_;
};

/// The text of an error, with one `{}` for each value. The number of `{}` is checked at compile time.
template <class... Values>
struct ErrorText {
    template <std::size_t size>
    consteval ErrorText(const char (&literal)[size]) : text(literal) {
        std::size_t places = 0;
        for (std::size_t i = 0; i + 1 < size; ++i) places += literal[i] == '{' && literal[i + 1] == '}' ? 1 : 0;
        if (places != sizeof...(Values)) throw "the text has another number of {} than there are values";
    }

    const char* text;
};

/// Throws an Error with a text in which each `{}` is replaced by the next value. Not inline, since only failed calls
/// format texts.
[[noreturn, gnu::cold]] void throw_error(cl_int code, const char* text, std::initializer_list<ErrorValue> values);

template <class... Values>
[[noreturn]] inline void fail(cl_int code, ErrorText<std::type_identity_t<Values>...> text, const Values&... values) {
    throw_error(code, text.text, {ErrorValue(values)...});
}

/// Throws unless `condition` is true. The caller computes `values` even if the condition is true, so their computation
/// must take little time.
template <class... Values>
inline void check(bool condition, cl_int code, ErrorText<std::type_identity_t<Values>...> text,
                  const Values&... values) {
    if (!condition) [[unlikely]]
        throw_error(code, text.text, {ErrorValue(values)...});
}

}  // namespace lanewise::runtime
