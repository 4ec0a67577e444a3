#include "compiler/spirv/capabilities.h"

#include <algorithm>
#include <iterator>

namespace lanewise::compiler::il {
namespace {

using spirv::Capability;

// Capabilities of GPUs, of FPGAs, and of modules for several devices. A module with such a capability is refused even
// if each of its instructions is allowed, because the module may still need another device. For example, such a module
// may call Intel's functions llvm.genx.*, or use pipes to hardware outside of the kernel.
constexpr Capability refused[] = {
    Capability::VectorComputeINTEL,
    Capability::SubgroupImageMediaBlockIOINTEL,
    Capability::SubgroupAvcMotionEstimationINTEL,
    Capability::SubgroupAvcMotionEstimationIntraINTEL,
    Capability::SubgroupAvcMotionEstimationChromaINTEL,
    Capability::IOPipesINTEL,
    Capability::BlockingPipesINTEL,
    Capability::BindlessImagesINTEL,
    Capability::Subgroup2DBlockIOINTEL,
    Capability::Subgroup2DBlockTransformINTEL,
    Capability::Subgroup2DBlockTransposeINTEL,
    // Capabilities of modules with variants for several devices: decorations say which device gets which instructions.
    Capability::SpecConditionalINTEL,
    Capability::FunctionVariantsINTEL,
};

}  // namespace

void check_capability(const Translation& all, const spirv::Instruction& instruction) {
    const std::uint32_t number = instruction.operands[0];
    const auto* form = spirv::enumerant_of(spirv::OperandKind::Capability, number);
    if (!form) all.refuse(instruction, "the capability " + std::to_string(number) + " is unknown");
    if (std::ranges::find(refused, static_cast<Capability>(number)) != std::end(refused))
        all.refuse(instruction, "the device does not support the capability " + std::string(form->name));
}

}  // namespace lanewise::compiler::il
