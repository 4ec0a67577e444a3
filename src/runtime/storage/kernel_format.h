// KernelInfo and KernelCode as bytes. Whether the values make sense for the loader is the loader's
// to check (device/kernel/code_loader.h); here only the shape of the record is. Thread-safety: free of
// shared state.
#pragma once

#include "lanewise/kernel_info.h"
#include "runtime/storage/byte_stream.h"

namespace lanewise::runtime {

void write_kernel_info(ByteWriter& out, const KernelInfo& info);
KernelInfo read_kernel_info(ByteReader& in);

void write_kernel_code(ByteWriter& out, const KernelCode& code);
KernelCode read_kernel_code(ByteReader& in);

}  // namespace lanewise::runtime
