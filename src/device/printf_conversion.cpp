#include "device/printf_conversion.h"

#include <cstring>

namespace lanewise::device {
namespace {

/// A kernel that asks for wider fields gets an error, not gigabytes of blanks.
constexpr int max_field = 1 << 20;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool parse_number(const char*& text, int& number) {
    number = 0;
    while (is_digit(*text)) {
        number = number * 10 + (*text++ - '0');
        if (number > max_field) return false;
    }
    return true;
}

bool parse_vector(const char*& text, unsigned& components) {
    int number = 0;
    if (!parse_number(text, number)) return false;
    components = static_cast<unsigned>(number);
    return number == 2 || number == 3 || number == 4 || number == 8 || number == 16;
}

Conversion::Length parse_length(const char*& text) {
    using Length = Conversion::Length;
    if (*text == 'l') return ++text, Length::l;
    if (*text != 'h') return Length::none;
    ++text;
    if (*text == 'h') return ++text, Length::hh;
    if (*text == 'l') return ++text, Length::hl;
    return Length::h;
}

}  // namespace

bool parse_conversion(const char*& text, Conversion& conversion) {
    using Length = Conversion::Length;
    while (*text && std::strchr("-+ #0", *text)) conversion.flags += *text++;
    if (is_digit(*text) && !parse_number(text, conversion.width)) return false;
    if (*text == '.') {
        ++text;
        if (!parse_number(text, conversion.precision)) return false;
    }
    if (*text == 'v') {
        ++text;
        if (!parse_vector(text, conversion.vector)) return false;
    }
    conversion.length = parse_length(text);
    if (!*text || !std::strchr("diouxXfFeEgGaAcsp%", *text)) return false;
    conversion.specifier = *text++;
    // 6.15.14.2: hl is for vectors only; the vector specifier for integer and floating conversions
    // only.
    if (conversion.length == Length::hl && conversion.vector == 1) return false;
    const bool numeric = conversion.is_integer() || conversion.is_floating();
    return conversion.vector == 1 || numeric;
}

}  // namespace lanewise::device
