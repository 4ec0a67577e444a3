// One conversion specification of a printf format (OpenCL C 3.0, section 6.15.14.2):
//     %[flags][width][.precision][vn][hh|h|hl|l]conversion
// Thread-safety: free of state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise::device {

struct Conversion {
    enum class Length : std::uint8_t { none, hh, h, hl, l };

    std::string flags;    // any of "-+ #0", in the order given
    int width = -1;       // -1: not given
    int precision = -1;   // -1: not given
    unsigned vector = 1;  // components: 1 (scalar), 2, 3, 4, 8 or 16
    Length length = Length::none;
    char specifier = 0;  // "diouxXfFeEgGaAcsp%"

    bool is_integer() const { return std::string_view("diouxX").find(specifier) != npos; }
    bool is_floating() const { return std::string_view("fFeEgGaA").find(specifier) != npos; }

private:
    static constexpr auto npos = std::string_view::npos;
};

/// Reads the specification that starts after a '%' at `text` and moves `text` past it. False for
/// text that is no conversion of OpenCL C.
bool parse_conversion(const char*& text, Conversion& conversion);

}  // namespace lanewise::device
