// The work of `widen` (widen.h) for one kernel and one form of chunk, as far as no class beside it does it (chunk/).
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

namespace lanewise::compiler {

class Widener {
public:
    Widener(llvm::Function& kernel, const KernelAnalyses& analyses, const WidenOptions& options, ChunkForm form);

    /// The chunk function, or nullptr when something could not be widened.
    llvm::Function* run();
    const std::string& reason() const { return chunk_.reason; }

private:
    using Operand = llvm::function_ref<llvm::Value*(const llvm::Value*)>;

    // One load or store: what each lane moves.
    struct Access {
        llvm::Type* element;    // a scalar type of 8, 16, 32 or 64 bits
        unsigned count;         // elements per lane
        unsigned bytes;         // of one element
        std::uint64_t step;     // bytes from one element of a lane to its next
        llvm::Align align;
        bool is_private;        // no other work-item can see this memory
        llvm::Instruction* source;
    };
    // Consecutive elements in memory that hold all lanes' elements of a strided access.
    struct Span {
        unsigned distance;  // elements from one lane to the next
        unsigned pieces;    // loads of W elements that cover it; the last ends with the last lane's
        unsigned total;     // elements
    };

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

    // widen_guess.cpp
    std::optional<std::int64_t> likely_stride(const llvm::Value* value, unsigned depth = 0) const;
    std::optional<std::int64_t> likely_operation_stride(const llvm::Instruction& instruction, unsigned depth) const;
    bool may_be_contiguous(const Access& access, const llvm::Value* pointer) const;
    Parts load_if_contiguous(const Access& access, const llvm::Value* pointer);

    // widen_transposition.cpp
    bool transposes(const Access& access) const;

    // widen_order.cpp
    Parts load_in_order(const Access& access, const llvm::Value* pointer);
    void store_in_order(const Access& access, const llvm::Value* pointer, const Parts& pieces);

    // widen_memory.cpp
    void widen_load(llvm::LoadInst& load);
    void widen_store(llvm::StoreInst& store);
    bool describe(llvm::Instruction& instruction, llvm::Type* type, Access& access);
    bool pack(Access& access) const;
    Parts unpack(const Parts& packed, const Access& access);
    Parts load_lanes(const Access& access, const llvm::Value* pointer);
    void store_lanes(const Access& access, const llvm::Value* pointer, const Parts& values);
    void store_last_lane(llvm::StoreInst& store);

    // widen_access.cpp
    Parts load_strided(const Access& access, const llvm::Value* pointer);
    Parts load_scattered(const Access& access, llvm::Value* pointers);
    void store_strided(const Access& access, const llvm::Value* pointer, const Parts& values);
    void store_scattered(const Access& access, llvm::Value* pointers, const Parts& values);
    bool native_mask(const Access& access) const;
    bool find_span(const Access& access, std::int64_t stride, Span& span) const;
    Parts load_span(const Access& access, llvm::Value* base, const Span& span, llvm::Value* mask);
    Parts load_pieces(const Access& access, llvm::Value* base, const Span& span, llvm::Value* mask);
    Parts load_steps(const Access& access, llvm::Value* base, std::int64_t stride);
    void store_piece(const Access& access, llvm::Value* base, const Span& span, unsigned piece, llvm::Value* value,
                     llvm::Value* mask);
    void store_span(const Access& access, llvm::Value* base, const Span& span, const Parts& values,
                    llvm::Value* mask);
    llvm::Value* span_mask(const Access& access, const Span& span, unsigned piece, llvm::Value* mask);
    unsigned piece_start(const Span& span, unsigned piece) const;
    Parts load_per_lane(const Access& access, llvm::Value* pointers);
    Parts rows_of(const Access& access, const Parts& values);
    void store_per_lane(const Access& access, llvm::Value* pointers, const Parts& values);
    llvm::Value* safe_addresses(llvm::Value* pointers, unsigned bytes);
    llvm::Value* offset(llvm::Value* pointer, std::int64_t bytes);

    // widen_votes.cpp
    llvm::Value* scalar_all(const llvm::Value* condition, bool inverted);
    llvm::Value* scalar_compare(const llvm::ICmpInst& comparison, bool inverted);
    llvm::Value* last_lane(const llvm::Value* original, bool is_signed, llvm::Value*& in_range);

    // widen_private.cpp
    void widen_alloca(llvm::AllocaInst& array);
    Parts widen_private_address(llvm::GetElementPtrInst& address);
    void widen_private_fill(llvm::MemSetInst& fill);

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

    // widen_serial.cpp
    void unroll_local_atomic(llvm::AtomicRMWInst& atomic);
    void widen_atomic(llvm::AtomicRMWInst& atomic);
    bool reduce_atomic(llvm::AtomicRMWInst& atomic);

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
