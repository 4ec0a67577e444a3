// Compares the output of printf in kernels with the output of the C library's printf, for every combination of flags,
// width, precision, length and conversion.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "device/kernel/printf_format.h"

namespace lanewise::device {
namespace {

/// The flags, width and precision of a conversion, with the arguments for each `*` in the text.
struct Field {
    std::string text;
    std::vector<int> stars;
};

std::vector<Field> all_fields() {
    std::vector<Field> fields;
    for (unsigned set = 0; set < 32; ++set) {
        std::string flags;
        for (unsigned i = 0; i < 5; ++i)
            if (set >> i & 1) flags += "-+ #0"[i];
        for (const Field& width : {Field{"", {}}, {"1", {}}, {"14", {}}, {"*", {9}}, {"*", {-9}}, {"*", {0}}})
            for (const Field& precision :
                 {Field{"", {}}, {".", {}}, {".0", {}}, {".5", {}}, {".*", {3}}, {".*", {-3}}}) {
                Field field{flags + width.text + precision.text, width.stars};
                field.stars.insert(field.stars.end(), precision.stars.begin(), precision.stars.end());
                fields.push_back(field);
            }
    }
    return fields;
}

template <typename T>
void add(std::vector<std::byte>& slots, const T& value) {
    const std::size_t at = slots.size();
    slots.resize(at + (sizeof value + 7) / 8 * 8);
    std::memcpy(slots.data() + at, &value, sizeof value);
}

template <typename T>
std::string from_c(const std::string& format, const std::vector<int>& stars, T value) {
    char text[512];
    int length = 0;
    switch (stars.size()) {
        case 0: length = std::snprintf(text, sizeof text, format.c_str(), value); break;
        case 1: length = std::snprintf(text, sizeof text, format.c_str(), stars[0], value); break;
        default: length = std::snprintf(text, sizeof text, format.c_str(), stars[0], stars[1], value); break;
    }
    EXPECT_TRUE(length >= 0 && length < 512) << format;
    return {text, static_cast<std::size_t>(length)};
}

/// Prints `value` with the device's printf and with the C library's printf. `type` is the length and conversion in the
/// kernel's format, and `c_type` is the corresponding text in C.
template <typename T>
void expect_like_c(const Field& field, const std::string& type, const std::string& c_type, T value) {
    std::vector<std::byte> slots;
    for (const int star : field.stars) add(slots, star);
    add(slots, value);
    std::string out;
    const std::string format = "<%" + field.text + type + ">";
    EXPECT_TRUE(format_printf(out, format.c_str(), slots)) << format;
    ASSERT_EQ(out, from_c("<%" + field.text + c_type + ">", field.stars, value)) << format;
}

TEST(PrintfFormats, Integers) {
    const std::int64_t values[] = {0, 1, -1, 127, 128, 40000, 3000000000, std::numeric_limits<std::int64_t>::min()};
    for (const Field& field : all_fields())
        for (const char conversion : {'d', 'i', 'u', 'o', 'x', 'X'})
            for (const std::int64_t value : values) {
                for (const std::string length : {"l", "ll", "j", "z", "t"})
                    expect_like_c(field, length + conversion, length + conversion, value);
                expect_like_c(field, std::string("L") + conversion, std::string("ll") + conversion, value);
                for (const std::string length : {"", "h", "hh"})
                    expect_like_c(field, length + conversion, length + conversion, static_cast<int>(value));
            }
}

TEST(PrintfFormats, FloatingPointNumbers) {
    const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
    const double values[] = {0,        -0.0,      1,   -1.5, 3.14159265358979, 123456789.125, 1e-7, -1e30, 0x1p-1074,
                             infinity, -infinity, nan, -nan};
    for (const Field& field : all_fields())
        for (const char conversion : {'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A'})
            for (const double value : values)
                for (const std::string length : {"", "l", "L", "h"})
                    expect_like_c(field, length + conversion, std::string(1, conversion), value);
}

TEST(PrintfFormats, CharactersStringsAndPointers) {
    for (const Field& field : all_fields()) {
        for (const int value : {int{'a'}, int{'%'}, 0, 255}) expect_like_c(field, "c", "c", value);
        for (const char* value : {"", "text", "%d"}) expect_like_c(field, "s", "s", value);
        expect_like_c(field, "p", "p", reinterpret_cast<void*>(0x1234));
    }
}

}  // namespace
}  // namespace lanewise::device
