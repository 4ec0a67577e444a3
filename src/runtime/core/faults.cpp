#include "runtime/core/faults.h"

#include <csignal>
#include <cstdio>

#include "device/machine/kernel_faults.h"
#include "runtime/object/config.h"

namespace lanewise::runtime {

void prepare_for_faults() {
    static const bool prepared = [] {
        device::handle_kernel_faults(config().faults);
        return true;
    }();
    static_cast<void>(prepared);
}

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
        std::snprintf(place, sizeof place, " at 0x%zx", static_cast<std::size_t>(outcome.fault.address));
    const bool is_memory = outcome.fault.signal == SIGSEGV || outcome.fault.signal == SIGBUS;
    char text[640];
    std::snprintf(text, sizeof text, "Kernel '%.*s' was stopped by %s%s, in %s (%llu, %llu, %llu)%s.%s",
                  static_cast<int>(kernel.substr(0, 200).size()), kernel.data(), outcome.fault.name(), place,
                  is_one ? "work-group" : "one of work-groups", first[0], first[1], first[2], more,
                  is_memory ? " Check the pointers and indices that the kernel uses there." : "");
    try {
        return text;
    } catch (...) {
        return {};
    }
}

std::string transfer_fault_text(const device::Fault& fault) noexcept {
    if (fault.signal == 0) return {};
    char place[32] = "";
    if (fault.has_address) std::snprintf(place, sizeof place, " at 0x%zx", static_cast<std::size_t>(fault.address));
    char text[320];
    std::snprintf(
        text, sizeof text,
        "The copy or fill was stopped by %s%s. Check the pointers that the command got, and that the files of "
        "imported memory are still as long as the memory objects.",
        fault.name(), place);
    try {
        return text;
    } catch (...) {
        return {};
    }
}

}  // namespace lanewise::runtime
