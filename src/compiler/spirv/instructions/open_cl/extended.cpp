// Instructions of imported sets: OpenCL.std, and sets that do not affect results, such as debug information (SPIR-V
// specification, section 3.52.4).
#include <algorithm>

#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/open_cl/open_cl.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

struct Special {
    std::string_view name;
    llvm::Value* (*translate)(Body& body, const Instruction& instruction, std::string_view name);
};

constexpr Special specials[] = {
    {"vloadn", load_vector},
    {"vstoren", store_vector},
    {"vload_half", load_half},
    {"vload_halfn", load_half},
    {"vloada_halfn", load_half},
    {"vstore_half", store_half},
    {"vstore_half_r", store_half},
    {"vstore_halfn", store_half},
    {"vstore_halfn_r", store_half},
    {"vstorea_halfn", store_half},
    {"vstorea_halfn_r", store_half},
    {"prefetch", prefetch},
    {"shuffle", shuffle},
    {"shuffle2", shuffle},
    {"select", select_component},
    {"bitselect", select_bits},
    {"s_upsample", upsample},
    {"u_upsample", upsample},
    {"printf", print},
};

llvm::Value* extended(Body& body, const Instruction& instruction) {
    const InstructionSet set = body.all.annotations.set(body.word(instruction, 0));
    if (set == InstructionSet::open_cl) return open_cl(body, instruction);
    body.all.require(is_without_meaning(set), instruction, "the set of instructions is not supported");
    // The results are of type void, and only instructions of the same set use them, so the results need no value.
    return nullptr;
}

constexpr TranslationRow rows[] = {{Op::ExtInst, extended}, {Op::ExtInstWithForwardRefsKHR, extended}};

}  // namespace

llvm::Value* open_cl(Body& body, const Instruction& instruction) {
    const spirv::InstructionForm* form = spirv::extended_form_of(body.word(instruction, 1));
    body.all.require(form, instruction, "OpenCL.std has no such function");
    const auto special = std::ranges::find(specials, std::string_view(form->name), &Special::name);
    if (special != std::end(specials)) return special->translate(body, instruction, special->name);
    return open_cl_builtin(body, instruction, form->name);
}

void require_arguments(const Body& body, const Instruction& instruction, std::size_t count) {
    body.all.require(instruction.operands.size() == first_argument + count, instruction,
                     "the function has another number of operands");
}

std::span<const TranslationRow> extended_rows() { return rows; }

}  // namespace lanewise::compiler::il
