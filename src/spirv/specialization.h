// The specialization constants of a SPIR-V module (SPIR-V specification, section 2.12). Reads only the instructions
// that define specialization constants, so the rest of the module may be damaged.
// Thread-safety: any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::spirv {

struct SpecializationConstant {
    std::uint32_t id = 0;     // the decoration SpecId
    std::uint32_t bytes = 0;  // size of a value: 1 for bool

    friend auto operator<=>(const SpecializationConstant&, const SpecializationConstant&) = default;
};

/// Returns the specialization constants, sorted by id and size. Several constants may have the same id; each pair of id
/// and size is returned once. The bytes must satisfy has_module_form().
std::vector<SpecializationConstant> specialization_constants(std::span<const std::byte> bytes);

}  // namespace lanewise::spirv
