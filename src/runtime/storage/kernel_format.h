// Serializes KernelInfo and KernelCode. Only the record's layout is checked here; the loader checks its values
// (device/kernel/code_loader.h). No shared state; thread-safe.
#pragma once

#include "lanewise/kernel_info.h"
#include "runtime/storage/byte_stream.h"

namespace lanewise::runtime {

void write_kernel_info(ByteWriter& out, const KernelInfo& info);
KernelInfo read_kernel_info(ByteReader& in);

void write_kernel_code(ByteWriter& out, const KernelCode& code);
KernelCode read_kernel_code(ByteReader& in);

}  // namespace lanewise::runtime
