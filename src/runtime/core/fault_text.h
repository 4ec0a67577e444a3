// Describes a fault of a kernel: kernel, work-group and address.
#pragma once

#include <string>
#include <string_view>

#include "device/kernel/launch.h"

namespace lanewise::runtime {

/// Returns the text, or an empty string if there is no memory for it. `asked_local` is the local size with which the
/// NDRange was enqueued. The device may have run several such work-groups as one (device/kernel/regroup.h); the text
/// then names the first and the last of them.
std::string fault_text(std::string_view kernel, const device::Launch& launch, const Dim3& asked_local,
                       const device::Outcome& outcome) noexcept;

}  // namespace lanewise::runtime
