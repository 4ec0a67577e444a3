// Serializes KernelInfo and KernelCode. The reader checks only the layout of a record; the loader checks the values in
// it (device/kernel/code_loader.h). No shared state; thread-safe.
#pragma once

#include "lanewise/kernel_info.h"
#include "runtime/storage/byte_stream.h"

namespace lanewise::runtime {

void write_kernel_info(ByteWriter& out, const KernelInfo& info);
KernelInfo read_kernel_info(ByteReader& in);

void write_kernel_code(ByteWriter& out, const KernelCode& code);
KernelCode read_kernel_code(ByteReader& in);

}  // namespace lanewise::runtime
