// Clocks (SPV_KHR_shader_clock).
#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/memory_semantics.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;
using spirv::Scope;

llvm::Value* read_clock(Body& body, const Instruction& instruction) {
    const auto scope = read_scope(body, instruction, 0);
    // The functions for all three scopes read the same clock (src/builtins/clock.cl).
    const std::string_view function = scope == Scope::Workgroup  ? "clock_read_work_group"
                                      : scope == Scope::Subgroup ? "clock_read_sub_group"
                                                                 : "clock_read_device";
    // "Result Type must be either a 64-bit unsigned integer, or a vector of two-components of 32-bit unsigned integer".
    llvm::Type* type = body.result_type(instruction);
    auto* pair = llvm::FixedVectorType::get(body.builder.getInt32Ty(), 2);
    body.all.require(type->isIntegerTy(64) || type == pair, instruction,
                     "the result is neither a 64-bit integer nor a pair of 32-bit integers");
    llvm::Value* time = call_builtin(body, function, body.builder.getInt64Ty(), {}, {}, true);
    return body.builder.CreateBitCast(time, type);
}

constexpr TranslationRow rows[] = {{Op::ReadClockKHR, read_clock}};

}  // namespace

std::span<const TranslationRow> clock_rows() { return rows; }

}  // namespace lanewise::compiler::il
