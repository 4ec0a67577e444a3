// What is told of a kernel's fault: kernel, work-group and address.
#pragma once

#include <string>
#include <string_view>

#include "device/kernel/launch.h"

namespace lanewise::runtime {

/// Empty when there is no memory for it. `asked_local` is the local size of the NDRange as it was enqueued: the device
/// may have run several of its work-groups as one (device/kernel/regroup.h), which are then named from the first to the
/// last.
std::string fault_text(std::string_view kernel, const device::Launch& launch, const Dim3& asked_local,
                       const device::Outcome& outcome) noexcept;

}  // namespace lanewise::runtime
