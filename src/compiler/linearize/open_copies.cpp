#include "compiler/linearize/open_copies.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/analysis/private_layout.h"
#include "compiler/ir/passes/preserved.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

void open(llvm::MemCpyInst& copy, unsigned unit, unsigned most_elements) {
    llvm::IRBuilder<> builder(&copy);
    llvm::Type* element = builder.getIntNTy(unit * 8);
    const std::uint64_t count = llvm::cast<llvm::ConstantInt>(copy.getLength())->getZExtValue() / unit;
    const auto place = [&](llvm::Value* base, std::uint64_t bytes) {
        return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, bytes);
    };
    for (std::uint64_t done = 0; done < count;) {
        const std::uint64_t elements = std::min<std::uint64_t>(llvm::bit_floor(count - done), most_elements);
        llvm::Type* type =
            elements > 1 ? llvm::FixedVectorType::get(element, static_cast<unsigned>(elements)) : element;
        const std::uint64_t bytes = done * unit;
        llvm::Value* value = builder.CreateAlignedLoad(
            type, place(copy.getRawSource(), bytes), llvm::commonAlignment(copy.getSourceAlign().valueOrOne(), bytes));
        builder.CreateAlignedStore(value, place(copy.getRawDest(), bytes),
                                   llvm::commonAlignment(copy.getDestAlign().valueOrOne(), bytes));
        done += elements;
    }
    copy.eraseFromParent();
}

bool is_short(const llvm::MemCpyInst* copy) {
    return llvm::cast<llvm::ConstantInt>(copy->getLength())->getValue().ule(budget::opened_copy_bytes);
}

}  // namespace

llvm::PreservedAnalyses OpenCopies::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::SmallVector<llvm::AllocaInst*> arrays;
    for (llvm::Instruction& instruction : function.getEntryBlock())
        if (auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) arrays.push_back(array);
    bool changed = false;
    for (const llvm::AllocaInst* array : arrays) {
        unsigned unit = 0;
        const auto copies = PrivateLayouts::copies_in_the_way(*array, unit);
        if (!llvm::all_of(copies, is_short)) continue;
        for (llvm::MemCpyInst* copy : copies) open(*copy, unit, elements_);
        changed |= !copies.empty();
    }
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
