// One conversion specification of a printf format (OpenCL C 3.0, section 6.15.14.2), with the additions of C:
//     %[flags][width|*][.[precision|*]][vn][hh|h|hl|l|ll|j|z|t|L]conversion
// Thread-safety: no shared state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise::device {

struct Conversion {
    /// The length modifier. `l` stands for 64 bits; the modifiers ll, j, z, t and L of C are treated like `l`.
    enum class Length : std::uint8_t { none, hh, h, hl, l };

    /// Maximum width of a field; without a maximum, a single conversion could print gigabytes of blanks.
    static constexpr int max_field = 1 << 20;

    static constexpr int absent = -1;
    static constexpr int from_argument = -2;

    std::string flags;       // some of the characters "-+ #0", in the order of the format
    int width = absent;      // from_argument stands for `*`
    int precision = absent;  // from_argument stands for `*`
    unsigned vector = 1;     // number of components: 1 (scalar), 2, 3, 4, 8 or 16
    Length length = Length::none;
    char specifier = 0;  // "diouxXfFeEgGaAcspn%"

    bool is_integer() const { return std::string_view("diouxX").find(specifier) != npos; }
    bool is_floating() const { return std::string_view("fFeEgGaA").find(specifier) != npos; }

private:
    static constexpr auto npos = std::string_view::npos;
};

/// Reads the specification that follows a '%' at `text`, and advances `text` past it. Returns false if the text is not
/// a conversion specification.
bool parse_conversion(const char*& text, Conversion& conversion);

}  // namespace lanewise::device
