#include "compiler/widen/chunk/chunk.h"

#include <llvm/Support/raw_ostream.h>

#include "compiler/ir/parts.h"
#include "compiler/widen/chunk/shuffles.h"

namespace lanewise::compiler {
namespace {

llvm::Function& create_function(llvm::Function& kernel, Part part) {
    auto* function = llvm::Function::Create(kernel.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                            part_name(kernel.getName(), part), kernel.getParent());
    function->copyAttributesFrom(&kernel);
    return *function;
}

Part part_of(const WidenOptions& options, ChunkForm form) {
    if (options.rows > 1) return Part::rows;
    return form == ChunkForm::full ? Part::full : Part::tail;
}

}  // namespace

Chunk::Chunk(llvm::Function& kernel, const KernelAnalyses& analyses, const WidenOptions& options, ChunkForm form)
    : kernel(kernel),
      loops(analyses.loops),
      layouts(analyses.layouts),
      shapes(analyses.shapes),
      sharing(analyses.sharing),
      order(analyses.order),
      options(options),
      form(form),
      lanes(options.lanes),
      layout(kernel.getDataLayout()),
      function(create_function(kernel, part_of(options, form))),
      builder(kernel.getContext()),
      values(function, lanes, shapes, sharing, options.rows),
      masks(builder, values, lanes, options.rows) {
    for (auto [original, argument] : llvm::zip(kernel.args(), function.args())) {
        argument.setName(original.getName());
        values.set_scalar(&original, &argument);
    }
}

// If the operand is a uniform vector, repeats it in every piece.
Parts Chunk::operand_parts(const llvm::Instruction& user, const llvm::Value* operand) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(operand->getType());
    if (!type || !order.is_of_memory(&user)) return values.parts(operand);
    const auto* made = llvm::dyn_cast<llvm::Instruction>(operand);
    if (made && order.is_of_memory(made)) return values.pieces(made);
    if (!shapes.of(operand).is_uniform()) return Shuffles(*this).zip(values.parts(operand));
    llvm::SmallVector<int, 64> repeated;
    for (unsigned i = 0; i < lanes; ++i) repeated.push_back(static_cast<int>(i % type->getNumElements()));
    return Parts(type->getNumElements(), builder.CreateShuffleVector(values.scalar(operand), repeated));
}

llvm::AllocaInst* Chunk::scratch(llvm::Type* type, llvm::Align align) {
    llvm::BasicBlock& entry = function.getEntryBlock();
    llvm::IRBuilder<> at_entry(&entry, entry.begin());
    llvm::AllocaInst* room = at_entry.CreateAlloca(type);
    room->setAlignment(align);
    return room;
}

llvm::BasicBlock* Chunk::new_block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(function.getContext(), name, &function);
}

void Chunk::reject(const llvm::Twine& why) {
    if (reason.empty()) reason = why.str();
}

void Chunk::reject_instruction(const llvm::Instruction& instruction) {
    std::string text;
    llvm::raw_string_ostream(text) << instruction;
    reject("cannot widen" + llvm::StringRef(text).ltrim().take_front(100));
}

}  // namespace lanewise::compiler
