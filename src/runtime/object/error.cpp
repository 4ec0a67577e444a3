#include "runtime/object/error.h"

#include <charconv>
#include <iterator>

namespace lanewise::runtime {

void ErrorValue::append_to(std::string& text) const {
    if (kind_ == Kind::text) {
        text += text_;
        return;
    }
    char digits[20];
    char* const end = std::end(digits);
    const bool is_hex = kind_ == Kind::hexadecimal;
    if (is_hex) text += "0x";
    const auto written = kind_ == Kind::negative_or_not ? std::to_chars(digits, end, static_cast<std::int64_t>(number_))
                                                        : std::to_chars(digits, end, number_, is_hex ? 16 : 10);
    text.append(digits, written.ptr);
}

void throw_error(cl_int code, const char* text, std::initializer_list<ErrorValue> values) {
    std::string message;
    const auto* value = values.begin();
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t place = rest.find("{}");
        message += rest.substr(0, place);
        if (place == rest.npos) break;
        if (value != values.end()) (value++)->append_to(message);
        rest.remove_prefix(place + 2);
    }
    throw Error(code, std::move(message));
}

const char* error_name(cl_int code) noexcept {
    switch (code) {
#define ERROR_CODE(name) \
    case name: return #name;
#include "runtime/object/error_codes.def"
#undef ERROR_CODE
    }
    return "an error code without a name";
}

}  // namespace lanewise::runtime
