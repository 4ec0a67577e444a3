#include "device/kernel/printf_conversion.h"

#include <algorithm>
#include <cstring>

namespace lanewise::device {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int parse_number(const char*& text) {
    int number = 0;
    while (is_digit(*text)) number = std::min(number * 10 + (*text++ - '0'), Conversion::max_field);
    return number;
}

/// Reads a number or `*`. Returns `otherwise` if the text begins with something else.
int parse_field(const char*& text, int otherwise) {
    if (*text == '*') return ++text, Conversion::from_argument;
    return is_digit(*text) ? parse_number(text) : otherwise;
}

bool parse_vector(const char*& text, unsigned& components) {
    const int number = parse_number(text);
    components = static_cast<unsigned>(number);
    return number == 2 || number == 3 || number == 4 || number == 8 || number == 16;
}

Conversion::Length parse_length(const char*& text) {
    using Length = Conversion::Length;
    if (*text && std::strchr("jztL", *text)) return ++text, Length::l;
    if (*text == 'l') return text += text[1] == 'l' ? 2 : 1, Length::l;
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
    conversion.width = parse_field(text, Conversion::absent);
    if (*text == '.') conversion.precision = parse_field(++text, 0);
    if (*text == 'v') {
        ++text;
        if (!parse_vector(text, conversion.vector)) return false;
    }
    conversion.length = parse_length(text);
    if (!*text || !std::strchr("diouxXfFeEgGaAcspn%", *text)) return false;
    conversion.specifier = *text++;
    if (conversion.vector == 1) return true;
    // 6.15.14.2: the vector specifier is only for integer and floating-point conversions. No floating-point type has 8
    // bits.
    return conversion.is_integer() || (conversion.is_floating() && conversion.length != Length::hh);
}

}  // namespace lanewise::device
