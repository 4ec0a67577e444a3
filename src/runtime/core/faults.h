// Prepares for faults of kernels, copies and fills, and describes them in texts.
#pragma once

#include <string>
#include <string_view>

#include "device/kernel/launch.h"

namespace lanewise::runtime {

/// Installs the fault handlers, once. Must be called before the first build. During a compilation, the handlers of the
/// compiler are installed: this function would mistake them for handlers of the application, and would not replace
/// them. A process that builds no program needs the fault handlers only for imported memory.
void prepare_for_faults();

/// Describes a fault of a kernel. Returns an empty string if there is no memory for the text. `asked_local` is the
/// local size with which the NDRange was enqueued. The device may have combined several work-groups of this size into
/// one (device/kernel/regroup.h). The text then names the first and the last of the combined work-groups.
std::string fault_text(std::string_view kernel, const device::Launch& launch, const Dim3& asked_local,
                       const device::Outcome& outcome) noexcept;

/// Describes a fault of a copy or fill; returns an empty string if there is no fault, or no memory for the text.
std::string transfer_fault_text(const device::Fault& fault) noexcept;

}  // namespace lanewise::runtime
