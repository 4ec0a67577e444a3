// Compiles and runs a kernel whose work-group sizes are multiples of its number of lanes. Does not compile code for
// partial chunks, which would be most of the code on processors without AVX-512. Thread-safety: none.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../../unit/compiler/run_kernel.h"

namespace lanewise::fuzz {

class FullChunks {
public:
    FullChunks(const std::vector<std::uint8_t>& ir, const std::string& kernel, std::uint32_t lanes,
               const char* features);

    explicit operator bool() const { return code_ != nullptr; }
    const std::string& log() const { return log_; }
    const KernelCode& facts() const { return facts_; }

    void run(const NDRange& range, const test::ArgumentBlock& arguments, std::uint64_t local_argument_bytes) const;

private:
    KernelCode facts_;
    std::shared_ptr<const device::LoadedCode> code_;
    std::string log_;
};

}  // namespace lanewise::fuzz
