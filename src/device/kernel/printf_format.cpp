#include "device/kernel/printf_format.h"

#include <locale.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device/kernel/printf_conversion.h"
#include "device/kernel/readable_text.h"

namespace lanewise::device {
namespace {

using Length = Conversion::Length;

/// Sets the C locale for the calling thread, since the application's locale might turn decimal points into commas.
class PlainLocale {
public:
    PlainLocale() : previous_(::uselocale(plain())) {}
    ~PlainLocale() { ::uselocale(previous_); }
    PlainLocale(const PlainLocale&) = delete;
    PlainLocale& operator=(const PlainLocale&) = delete;

private:
    static locale_t plain() {
        static const locale_t locale = ::newlocale(LC_ALL_MASK, "C", nullptr);
        return locale;
    }
    locale_t previous_;
};

/// Reads the arguments in order. Each argument begins at the next multiple of 8 bytes.
class Arguments {
public:
    explicit Arguments(std::span<const std::byte> bytes) : bytes_(bytes) {}

    /// Returns the bytes of the next argument, or nullptr if fewer than `size` bytes are left.
    const std::byte* next(std::size_t size) {
        if (position_ > bytes_.size() || bytes_.size() - position_ < size) return nullptr;
        const std::byte* argument = bytes_.data() + position_;
        position_ += (size + 7) / 8 * 8;
        return argument;
    }

private:
    std::span<const std::byte> bytes_;
    std::size_t position_ = 0;
};

template <typename T>
T read(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// Converts one value by snprintf and appends the text to `out`.
template <typename T>
void append_value(std::string& out, const std::string& format, T value) {
    char small[128];
    const int length = std::snprintf(small, sizeof small, format.c_str(), value);
    if (length < 0) return;
    const auto count = static_cast<std::size_t>(length);
    if (count < sizeof small) {
        out.append(small, count);
        return;
    }
    const std::size_t start = out.size();
    out.resize(start + count + 1);
    std::snprintf(out.data() + start, count + 1, format.c_str(), value);
    out.resize(start + count);
}

/// Returns the conversion as a format string of C, with the length modifier `length` ("ll" for integers, which are
/// widened).
std::string c_format(const Conversion& conversion, const char* length, char specifier) {
    std::string format = "%" + conversion.flags;
    if (conversion.width >= 0) format += std::to_string(conversion.width);
    if (conversion.precision >= 0) format += '.' + std::to_string(conversion.precision);
    format += length;
    format += specifier;
    return format;
}

std::size_t element_bytes(const Conversion& conversion) {
    // A scalar floating-point argument is a double; the components of a vector are not promoted.
    if (conversion.is_floating() && conversion.vector == 1) return 8;
    switch (conversion.length) {
        case Length::hh: return 1;
        case Length::h: return 2;
        case Length::l: return 8;
        case Length::hl:
        case Length::none: break;
    }
    return 4;
}

long long read_signed(const std::byte* bytes, std::size_t size) {
    switch (size) {
        case 1: return read<std::int8_t>(bytes);
        case 2: return read<std::int16_t>(bytes);
        case 4: return read<std::int32_t>(bytes);
        default: return read<std::int64_t>(bytes);
    }
}

unsigned long long read_unsigned(const std::byte* bytes, std::size_t size) {
    switch (size) {
        case 1: return read<std::uint8_t>(bytes);
        case 2: return read<std::uint16_t>(bytes);
        case 4: return read<std::uint32_t>(bytes);
        default: return read<std::uint64_t>(bytes);
    }
}

/// Converts an IEEE binary16 number to double, without rounding.
double read_half(const std::byte* bytes) {
    const auto bits = read<std::uint16_t>(bytes);
    const std::uint64_t sign = std::uint64_t{bits} >> 15 << 63;
    const std::uint64_t exponent = bits >> 10 & 31;
    const std::uint64_t fraction = bits & 0x3ff;
    if (exponent == 0) {
        const double magnitude = static_cast<double>(fraction) * 0x1p-24;
        return sign ? -magnitude : magnitude;
    }
    const std::uint64_t wide = exponent == 31 ? 0x7ff : exponent - 15 + 1023;
    const std::uint64_t result = sign | wide << 52 | fraction << 42;
    double value;
    std::memcpy(&value, &result, sizeof value);
    return value;
}

double read_floating(const std::byte* bytes, std::size_t size) {
    if (size == 2) return read_half(bytes);
    return size == 4 ? static_cast<double>(read<float>(bytes)) : read<double>(bytes);
}

void append_number(std::string& out, const Conversion& conversion, const std::byte* bytes, std::size_t size) {
    const char specifier = conversion.specifier;
    if (conversion.is_floating()) {
        append_value(out, c_format(conversion, "", specifier), read_floating(bytes, size));
    } else if (specifier == 'd' || specifier == 'i') {
        append_value(out, c_format(conversion, "ll", specifier), read_signed(bytes, size));
    } else {
        append_value(out, c_format(conversion, "ll", specifier), read_unsigned(bytes, size));
    }
}

/// 6.15.14.2: the components are converted one by one, with commas between them.
bool append_numbers(std::string& out, const Conversion& conversion, Arguments& arguments) {
    const std::size_t size = element_bytes(conversion);
    const std::size_t in_memory = conversion.vector == 3 ? 4 : conversion.vector;
    const std::byte* bytes = arguments.next(size * in_memory);
    if (!bytes) return false;
    for (unsigned i = 0; i < conversion.vector; ++i) {
        if (i > 0) out += ',';
        append_number(out, conversion, bytes + i * size, size);
    }
    return true;
}

void append_pointer(std::string& out, const Conversion& conversion, const std::byte* bytes) {
    if (void* const pointer = read<void*>(bytes)) {
        append_value(out, c_format(conversion, "", 'p'), pointer);
        return;
    }
    Conversion text;  // prints null as 0x0; the C library would print "(nil)"
    text.width = conversion.width;
    if (conversion.flags.find('-') != std::string::npos) text.flags = "-";
    append_value(out, c_format(text, "", 's'), "0x0");
}

bool append_other(std::string& out, const Conversion& conversion, Arguments& arguments) {
    const std::size_t size = conversion.specifier == 'c' ? 4 : 8;
    const std::byte* bytes = arguments.next(size);
    if (!bytes) return false;
    if (conversion.specifier == 'c') {
        append_value(out, c_format(conversion, "", 'c'), read<std::int32_t>(bytes));
    } else if (conversion.specifier == 's') {
        const auto* text = reinterpret_cast<const char*>(read<std::uintptr_t>(bytes));
        const auto most = conversion.precision < 0 ? std::string::npos : static_cast<std::size_t>(conversion.precision);
        const auto copy = text ? readable_text(text, most) : std::optional<std::string>("(null)");
        if (!copy) return false;
        append_value(out, c_format(conversion, "", 's'), copy->c_str());
    } else if (conversion.specifier == 'p') {
        append_pointer(out, conversion, bytes);
    }
    return true;  // 6.15.14.2: "n" is not supported, so it prints nothing
}

/// Replaces each `*` by the value of an argument.
bool take_fields(Conversion& conversion, Arguments& arguments) {
    for (int* const field : {&conversion.width, &conversion.precision}) {
        if (*field != Conversion::from_argument) continue;
        const std::byte* bytes = arguments.next(4);
        if (!bytes) return false;
        const auto value = static_cast<std::int64_t>(read<std::int32_t>(bytes));
        // As in C, a negative width means the flag '-' followed by the absolute value, and a negative precision means
        // that no precision is specified.
        if (value < 0 && field == &conversion.width) conversion.flags += '-';
        const bool is_absent = value < 0 && field == &conversion.precision;
        constexpr std::int64_t most = Conversion::max_field;
        *field = is_absent ? Conversion::absent : static_cast<int>(std::min(std::abs(value), most));
    }
    return true;
}

bool append_conversion(std::string& out, Conversion& conversion, Arguments& arguments) {
    if (!take_fields(conversion, arguments)) return false;
    if (conversion.specifier == '%') {
        out += '%';
        return true;
    }
    if (conversion.is_integer() || conversion.is_floating()) {
        return append_numbers(out, conversion, arguments);
    }
    return append_other(out, conversion, arguments);
}

}  // namespace

bool format_printf(std::string& out, const char* format, std::span<const std::byte> bytes) {
    const PlainLocale locale;
    Arguments arguments(bytes);
    bool is_whole = true;
    while (const char* percent = std::strchr(format, '%')) {
        out.append(format, percent);
        format = percent + 1;
        Conversion conversion;
        if (!parse_conversion(format, conversion)) {
            format = percent + 1;
        } else if (append_conversion(out, conversion, arguments)) {
            continue;
        }
        out.append(percent, format);
        is_whole = false;
    }
    out += format;
    return is_whole;
}

}  // namespace lanewise::device
