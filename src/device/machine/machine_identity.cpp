#include "device/machine/machine_identity.h"

#include <algorithm>
#include <cctype>

#include "device/machine/text_file.h"

namespace lanewise::device {

namespace {

// A machine id has 32 hexadecimal digits. During the first start of a system, the file of the machine id contains
// "uninitialized" instead.
bool is_machine_id(std::string_view text) {
    const auto is_digit = [](unsigned char c) { return std::isxdigit(c) != 0; };
    return text.size() >= 32 && std::ranges::all_of(text.substr(0, 32), is_digit) &&
           text.substr(0, 32).find_first_not_of('0') != std::string_view::npos;
}

}  // namespace

std::string read_machine_identity(const std::filesystem::path& root) {
    for (const char* const file : {"etc/machine-id", "var/lib/dbus/machine-id"}) {
        const auto text = read_text_file(root / file);
        if (text && is_machine_id(*text)) return text->substr(0, 32);
    }
    std::string names;
    for (const char* const name : {"sys_vendor", "product_name", "board_vendor", "board_name"})
        names += read_text_file(root / "sys/class/dmi/id" / name).value_or("");
    return names;
}

}  // namespace lanewise::device
