// The work of `widen` (widen.h) for one kernel and one form of chunk, as far as no class beside it does it (chunk/, memory/).
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>
#include <vector>

#include "compiler/widen/chunk/branches.h"
#include "compiler/widen/chunk/chunk.h"
#include "compiler/widen/chunk/extract_lane.h"
#include "compiler/widen/chunk/lane_loop.h"
#include "compiler/widen/chunk/shuffles.h"
#include "compiler/widen/memory/atomics.h"
#include "compiler/widen/memory/load_store.h"
#include "compiler/widen/memory/private_arrays.h"

namespace lanewise::compiler {

class Widener {
public:
    Widener(llvm::Function& kernel, const KernelAnalyses& analyses, const WidenOptions& options, ChunkForm form);

    /// The chunk function, or nullptr when something could not be widened.
    llvm::Function* run();
    const std::string& reason() const { return chunk_.reason; }

private:
    using Operand = llvm::function_ref<llvm::Value*(const llvm::Value*)>;

    // widener.cpp
    void widen_block(llvm::BasicBlock& block);
    void widen_phi(llvm::PHINode& phi);
    void complete_phis();
    void widen_terminator(llvm::Instruction& terminator);
    void widen_instruction(llvm::Instruction& instruction);
    // widen_rows.cpp
    void widen_in_rows(llvm::Instruction& instruction);
    llvm::Value* over_rows(const llvm::Value* original, llvm::Instruction::BinaryOps combine,
                           llvm::function_ref<llvm::Value*()> of_row);
    llvm::Value* all_by_scalars(const llvm::Value* operand);
    void widen_vote(llvm::CallInst& call, llvm::StringRef name);
    // widener.cpp
    void enter_mask(llvm::CallInst& call);
    bool guarded_by_any(const llvm::BasicBlock& block, const llvm::Value* mask) const;

    // widen_elements.cpp
    void widen_scalar(llvm::Instruction& instruction);
    void widen_checked(llvm::Instruction& instruction);
    llvm::Value* scalar_clone(llvm::Instruction& instruction);
    llvm::Value* no_wrap_check(llvm::Instruction& instruction);
    Parts widen_elements(llvm::Instruction& instruction);
    llvm::Value* widen_element(llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands);
    Parts widen_select(llvm::SelectInst& choice);
    Parts widen_address(llvm::GetElementPtrInst& address);
    llvm::Value* safe_divisor(llvm::Value* divisor);
    llvm::Value* safe_uniform_divisor(llvm::Value* divisor);

    // widen_division.cpp
    bool divides_as_float(const llvm::BinaryOperator& division) const;
    llvm::Value* divide_as_float(const llvm::BinaryOperator& division, llvm::Value* dividend, llvm::Value* divisor);
    llvm::Value* divide_long(const llvm::BinaryOperator& division, llvm::Value* dividend, llvm::Value* divisor);
    llvm::Value* reciprocal(llvm::Value* divisor);

    // widen_vectors.cpp
    Parts widen_bitcast(llvm::CastInst& conversion);
    Parts split_part(llvm::Value* part, llvm::Type* element, unsigned count);
    llvm::Value* join_parts(llvm::ArrayRef<llvm::Value*> parts, llvm::Type* element);
    Parts widen_extract(llvm::ExtractElementInst& extract);
    Parts widen_insert(llvm::InsertElementInst& insert);
    Parts widen_shuffle(llvm::ShuffleVectorInst& shuffle);
    Parts widen_extract_value(llvm::ExtractValueInst& extract);
    Parts widen_insert_value(llvm::InsertValueInst& insert);

    // widen_votes.cpp
    llvm::Value* scalar_all(const llvm::Value* condition, bool inverted);
    llvm::Value* scalar_compare(const llvm::ICmpInst& comparison, bool inverted);
    llvm::Value* last_lane(const llvm::Value* original, bool is_signed, llvm::Value*& in_range);

    // widen_calls.cpp
    void widen_call(llvm::CallInst& call);
    bool widen_operation(llvm::CallInst& call, llvm::StringRef name);
    bool widen_intrinsic(llvm::IntrinsicInst& call);
    Parts widen_element_intrinsic(llvm::IntrinsicInst& call);
    llvm::Value* widen_reduction(llvm::IntrinsicInst& call);
    bool widen_late_builtin(llvm::CallInst& call, llvm::StringRef name);
    llvm::Value* call_in_pieces(llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value*> arguments,
                                unsigned piece, llvm::CallInst& call);
    void widen_id(llvm::CallInst& call);

    Chunk chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const PrivateLayouts& layouts_ = chunk_.layouts;
    const llvm::DataLayout& layout_ = chunk_.layout;
    const unsigned lanes_ = chunk_.lanes;
    Shuffles shuffles_{chunk_};
    LaneLoop serial_{chunk_};
    LoadStore load_store_{chunk_};
    PrivateArrays private_arrays_{chunk_};
    Atomics atomics_{chunk_};
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> first_blocks_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> last_blocks_;
    struct WidePhi {
        llvm::PHINode* original;
        Parts parts;
        unsigned row;
    };
    std::vector<WidePhi> phis_;
};

}  // namespace lanewise::compiler
