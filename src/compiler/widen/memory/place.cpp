#include "compiler/widen/memory/place.h"

namespace lanewise::compiler {

llvm::Value* place_at(Chunk& chunk, const llvm::Value* pointer, const llvm::GetElementPtrInst& step,
                      llvm::Value* index) {
    const auto* last = llvm::cast<llvm::GetElementPtrInst>(pointer);
    const bool parts = last == &step;
    llvm::Value* base =
        parts ? chunk.values.scalar(step.getPointerOperand()) : place_at(chunk, last->getPointerOperand(), step, index);
    return chunk.builder.CreateGEP(last->getSourceElementType(), base,
                                   parts ? index : chunk.values.scalar(last->getOperand(1)));
}

llvm::Value* offset(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::int64_t bytes) {
    if (bytes == 0) return pointer;
    return builder.CreateGEP(builder.getInt8Ty(), pointer, builder.getInt64(static_cast<std::uint64_t>(bytes)));
}

}  // namespace lanewise::compiler
