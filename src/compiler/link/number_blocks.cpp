#include "compiler/link/number_blocks.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <string>

#include "compiler/ir/blocks.h"
#include "compiler/ir/signature.h"

namespace lanewise::compiler {
namespace {

using Numbers = llvm::SmallMapVector<const llvm::Function*, unsigned, 16>;

Numbers numbers_of_blocks(const llvm::Module& program) {
    Numbers numbers;
    for (const llvm::Function& function : program)
        if (is_kernel(function) && function.hasFnAttribute(block_attribute))
            numbers.insert({&function, static_cast<unsigned>(numbers.size())});
    return numbers;
}

// Finds the blocks that are enqueued by `kernel` or by functions that `kernel` calls, directly or through other
// functions.
llvm::SmallSetVector<unsigned, 8> enqueued_by(const llvm::Function& kernel, const Numbers& numbers) {
    llvm::SmallSetVector<unsigned, 8> enqueued;
    llvm::SmallSetVector<const llvm::Function*, 16> reached;
    reached.insert(&kernel);
    for (std::size_t next = 0; next < reached.size(); ++next)
        for (const llvm::Instruction& instruction : llvm::instructions(*reached[next])) {
            const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            if (!call) continue;
            if (const llvm::Function* block = block_kernel_of(*call)) {
                if (const auto* found = numbers.find(block); found != numbers.end()) enqueued.insert(found->second);
            }
            if (const llvm::Function* callee = call->getCalledFunction()) reached.insert(callee);
        }
    return enqueued;
}

void note_enqueued(llvm::Function& kernel, const Numbers& numbers) {
    std::string text;
    for (const unsigned number : enqueued_by(kernel, numbers))
        text += (text.empty() ? "" : ",") + std::to_string(number);
    if (!text.empty()) kernel.addFnAttr(enqueues_attribute, text);
}

void name_by_number(llvm::CallInst& call, const Numbers& numbers) {
    const llvm::Function* block = block_kernel_of(call);
    const auto* found = block ? numbers.find(block) : numbers.end();
    if (found == numbers.end()) return;
    const unsigned operand = *block_kernel_operand(call.getCalledFunction()->getName());
    auto* number = llvm::ConstantInt::get(llvm::Type::getInt64Ty(call.getContext()), found->second);
    call.setArgOperand(operand, llvm::ConstantExpr::getIntToPtr(number, call.getArgOperand(operand)->getType()));
}

}  // namespace

void number_blocks(llvm::Module& program) {
    const Numbers numbers = numbers_of_blocks(program);
    if (numbers.empty()) return;
    for (llvm::Function& function : program)
        if (is_kernel(function)) note_enqueued(function, numbers);
    for (llvm::Function& function : program)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) name_by_number(*call, numbers);
}

void keep_blocks_apart(const llvm::Module& program, llvm::Module& source) {
    for (llvm::Function& function : source) {
        if (!function.hasFnAttribute(block_attribute)) continue;
        const std::string name = function.getName().str();
        for (unsigned i = 1; program.getFunction(function.getName()); ++i)
            function.setName(name + '.' + std::to_string(i));
    }
}

}  // namespace lanewise::compiler
