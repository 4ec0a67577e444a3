#include "runtime/core/fault_text.h"

#include <cstdio>

namespace lanewise::runtime {

std::string fault_text(std::string_view kernel, const device::Launch& launch, const Dim3& asked_local,
                       const device::Outcome& outcome) noexcept {
    const auto [begin, end] = launch.items_of(outcome.faulty_group);
    unsigned long long first[3];
    unsigned long long last[3];
    bool is_one = true;
    for (unsigned d = 0; d < 3; ++d) {
        first[d] = begin[d] / asked_local[d];
        last[d] = (end[d] - 1) / asked_local[d];
        is_one = is_one && first[d] == last[d];
    }
    char more[80] = "";
    if (!is_one) std::snprintf(more, sizeof more, " to (%llu, %llu, %llu)", last[0], last[1], last[2]);
    char place[32] = "";
    if (outcome.fault.has_address)
        std::snprintf(place, sizeof place, " at %#zx", static_cast<std::size_t>(outcome.fault.address));
    char text[512];
    std::snprintf(text, sizeof text, "kernel '%.*s': %s%s, in work-group%s (%llu, %llu, %llu)%s",
                  static_cast<int>(kernel.substr(0, 200).size()), kernel.data(), outcome.fault.name(), place,
                  is_one ? "" : "s", first[0], first[1], first[2], more);
    try {
        return text;
    } catch (...) {
        return {};
    }
}

}  // namespace lanewise::runtime
