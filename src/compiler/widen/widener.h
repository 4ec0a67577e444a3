// The work of `widen` (widen.h) for one kernel and one form of chunk. Its members are spread over
// widener.cpp (control flow, masks), widen_elements.cpp (element-wise instructions and scalars), widen_division.cpp,
// widen_vectors.cpp (source vectors), widen_memory.cpp, widen_access.cpp (loads and stores of lanes), widen_guess.cpp
// (loads that look contiguous), widen_lanes.cpp (lanes of vectors), widen_transposition.cpp (memory order and lanes),
// widen_order.cpp (vectors that stay in memory's order),
// widen_private.cpp (allocas), widen_votes.cpp (`ocl.all`), widen_calls.cpp and widen_serial.cpp (once per active lane).
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>
#include <vector>

#include "compiler/widen/element_order.h"
#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shape.h"
#include "compiler/widen/lane_values.h"
#include "compiler/widen/widen.h"

namespace lanewise::compiler {

enum class ChunkForm : std::uint8_t { full, tail };

class Widener {
public:
    Widener(llvm::Function& kernel, const ShapeInfo& shapes, const PrivateLayouts& layouts,
            const RowSharing& sharing, const ElementOrder& order, const WidenOptions& options, ChunkForm form);

    /// The chunk function, or nullptr when something could not be widened.
    llvm::Function* run();
    const std::string& reason() const { return reason_; }

private:
    using Emit = llvm::function_ref<Parts()>;
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
    void create_function();
    void widen_block(llvm::BasicBlock& block);
    void widen_phi(llvm::PHINode& phi);
    void complete_phis();
    void widen_terminator(llvm::Instruction& terminator);
    void widen_instruction(llvm::Instruction& instruction);
    // widen_rows.cpp
    void widen_in_rows(llvm::Instruction& instruction);
    void start_row(unsigned row);
    void start_all_rows();
    void clear_masks();
    llvm::Value* over_rows(const llvm::Value* original, llvm::Instruction::BinaryOps combine,
                           llvm::function_ref<llvm::Value*()> of_row);
    llvm::Value* all_by_scalars(const llvm::Value* operand);
    void widen_vote(llvm::CallInst& call, llvm::StringRef name);
    // widener.cpp
    void enter_mask(llvm::CallInst& call);
    bool guarded_by_any(const llvm::BasicBlock& block, const llvm::Value* mask) const;
    void reject(const llvm::Twine& reason);
    void reject_instruction(const llvm::Instruction& instruction);

    // Masks: null stands for all lanes.
    llvm::Value* mask_bits(llvm::Value* mask);
    llvm::Value* any_lane(llvm::Value* mask);
    llvm::Value* all_lanes(llvm::Value* mask);
    llvm::Value* with_live(llvm::Value* mask);
    llvm::Value* mask_or_ones() const;
    llvm::Value* ones() const;
    /// `then` where `condition` holds and `otherwise` where not; parts (or one scalar) of equal types.
    Parts either(llvm::Value* condition, Emit then, Emit otherwise, double likely = 0);
    /// `then` if any lane is on, zeros otherwise.
    Parts if_any_on(llvm::ArrayRef<llvm::Type*> types, Emit then);

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
    llvm::Value* concatenate(llvm::ArrayRef<llvm::Value*> vectors);
    llvm::Value* interleave(llvm::ArrayRef<llvm::Value*> parts);
    Parts deinterleave(llvm::Value* wide, unsigned count);

    // widen_guess.cpp
    std::optional<std::int64_t> likely_stride(const llvm::Value* value, unsigned depth = 0) const;
    std::optional<std::int64_t> likely_operation_stride(const llvm::Instruction& instruction, unsigned depth) const;
    bool may_be_contiguous(const Access& access, const llvm::Value* pointer) const;
    Parts load_if_contiguous(const Access& access, const llvm::Value* pointer);

    // widen_transposition.cpp
    bool transposes(const Access& access) const;
    Parts unzip(const Parts& pieces, bool interleaved = true);
    Parts zip(llvm::ArrayRef<llvm::Value*> parts, bool interleaved = true);

    // widen_order.cpp
    Parts operand_parts(const llvm::Instruction& user, const llvm::Value* operand);
    Parts in_pieces(llvm::Value* elements, unsigned count);
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

    // widen_lanes.cpp
    llvm::Value* lane_of(llvm::Value* vector, unsigned lane);
    llvm::Value* fenced(llvm::Value* vector);
    llvm::Value* extended_lane(llvm::CastInst& extension, unsigned lane);

    // widen_votes.cpp
    llvm::Value* scalar_all(const llvm::Value* condition, bool inverted);
    llvm::Value* scalar_compare(const llvm::ICmpInst& comparison, bool inverted);
    llvm::Value* last_lane(const llvm::Value* original, bool is_signed, llvm::Value*& in_range);

    // widen_private.cpp
    void widen_alloca(llvm::AllocaInst& array);
    Parts widen_private_address(llvm::GetElementPtrInst& address);
    void widen_private_fill(llvm::MemSetInst& fill);
    llvm::AllocaInst* scratch(llvm::Type* type, llvm::Align align);

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
    void serialize(llvm::Instruction& instruction);
    void unroll_local_atomic(llvm::AtomicRMWInst& atomic);
    void widen_atomic(llvm::AtomicRMWInst& atomic);
    bool reduce_atomic(llvm::AtomicRMWInst& atomic);
    llvm::Value* lane_value(const llvm::Value* original, llvm::Value* lane,
                            const llvm::DenseMap<const llvm::Value*, Parts>& arrays);

    llvm::Function& kernel_;
    const ShapeInfo& shapes_;
    const PrivateLayouts& layouts_;
    const RowSharing& sharing_;
    const ElementOrder& order_;
    const WidenOptions& options_;
    const ChunkForm form_;
    const unsigned lanes_;
    const llvm::DataLayout& layout_;
    llvm::Function* chunk_ = nullptr;
    llvm::IRBuilder<> builder_;
    std::optional<LaneValues> values_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> first_blocks_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> last_blocks_;
    struct WidePhi {
        llvm::PHINode* original;
        Parts parts;
        unsigned row;
    };
    std::vector<WidePhi> phis_;
    unsigned row_ = 0;                  // the one that is made
    std::vector<llvm::Value*> masks_;   // of the current block, by row; null: all lanes on
    llvm::Value* live_ = nullptr;       // lanes of the tail; null in the full form
    llvm::Value* mask_ = nullptr;       // of the current block and row; null: all lanes on
    bool guarded_ = false;              // some row has a lane on in the current block
    bool masked_ = false;               // the current block has an `ocl.mask`
    bool some_lane_on_ = true;          // known of the current block's mask
    std::string reason_;
};

}  // namespace lanewise::compiler
