// One conversion specification of a printf format (OpenCL C 3.0, section 6.15.14.2), with the additions of C:
//     %[flags][width|*][.[precision|*]][vn][hh|h|hl|l|ll|j|z|t|L]conversion
// Thread-safety: free of state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise::device {

struct Conversion {
    /// C's lengths of 64 bits (ll, j, z, t, L) are `l`, which means 64 bits here.
    enum class Length : std::uint8_t { none, hh, h, hl, l };

    /// Widest field: a kernel that asks for more must not get gigabytes of blanks.
    static constexpr int max_field = 1 << 20;

    static constexpr int absent = -1;
    static constexpr int from_argument = -2;

    std::string flags;       // any of "-+ #0", in the order given
    int width = absent;      // or from_argument: `*`
    int precision = absent;  // or from_argument: `*`
    unsigned vector = 1;     // components: 1 (scalar), 2, 3, 4, 8 or 16
    Length length = Length::none;
    char specifier = 0;  // "diouxXfFeEgGaAcspn%"

    bool is_integer() const { return std::string_view("diouxX").find(specifier) != npos; }
    bool is_floating() const { return std::string_view("fFeEgGaA").find(specifier) != npos; }

private:
    static constexpr auto npos = std::string_view::npos;
};

/// Reads the specification that starts after a '%' at `text` and moves `text` past it. False for
/// text that is no conversion.
bool parse_conversion(const char*& text, Conversion& conversion);

}  // namespace lanewise::device
