#include "compiler/simplify/loops/reducible_flow.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/simplify/values/values_to_memory.h"

namespace lanewise::compiler {
namespace {

using Blocks = llvm::SmallVector<llvm::BasicBlock*, 4>;
using Ranks = llvm::DenseMap<const llvm::BasicBlock*, std::size_t>;  // rank of each loop header; lower for outer loops

struct ManyEntries {
    Blocks entries;  // header first, other entries in block order; empty if no cycle was found
    llvm::DenseSet<const llvm::BasicBlock*> blocks;
};

// If a cycle has more entries than this limit, the cycle and its inner cycles become a single loop with one dispatch.
// Separate loops would need up to n * n dispatch targets in total, because n - 1 of the cycle's n entries may also be
// entries of an inner cycle. All but one of these entries may be entries of the next inner cycle, and so on.
constexpr std::size_t most_nested_entries = 16;

Blocks in_order(llvm::Function& function, llvm::ArrayRef<llvm::BasicBlock*> some) {
    const llvm::SmallPtrSet<llvm::BasicBlock*, 8> wanted(some.begin(), some.end());
    Blocks result;
    for (llvm::BasicBlock& block : function)
        if (wanted.contains(&block)) result.push_back(&block);
    return result;
}

// Returns the header of the cycle's outermost loop; null if `ranks` contains no block of the cycle.
llvm::BasicBlock* find_header(const llvm::Cycle& cycle, const Ranks& ranks) {
    llvm::BasicBlock* header = nullptr;
    for (llvm::BasicBlock* block : cycle.blocks())
        if (ranks.contains(block) && (!header || ranks.lookup(block) < ranks.lookup(header))) header = block;
    return header;
}

// Finds an outermost cycle with several entries, or with a single entry that differs from the header in `ranks`.
ManyEntries find_cycle(llvm::Function& function, const Ranks& ranks) {
    llvm::CycleInfo cycles;
    cycles.compute(function);
    llvm::SmallVector<const llvm::Cycle*, 8> rest(cycles.toplevel_begin(), cycles.toplevel_end());
    while (!rest.empty()) {
        const llvm::Cycle* cycle = rest.pop_back_val();
        llvm::BasicBlock* header = find_header(*cycle, ranks);
        if (cycle->isReducible() && (!header || cycle->getHeader() == header)) {
            rest.append(cycle->child_begin(), cycle->child_end());
            continue;
        }
        Blocks entries = in_order(function, cycle->getEntries());
        if (header) {
            llvm::erase(entries, header);
            entries.insert(entries.begin(), header);
        }
        return {entries, {cycle->block_begin(), cycle->block_end()}};
    }
    return {};
}

// Makes a block that branches to the entry whose number is stored in `goal`.
llvm::BasicBlock* make_common_entry(llvm::Function& function, llvm::ArrayRef<llvm::BasicBlock*> entries,
                                    llvm::AllocaInst* goal) {
    llvm::LLVMContext& context = function.getContext();
    auto* first = llvm::BasicBlock::Create(context, "entry", &function, entries.front());
    llvm::IRBuilder<> builder(first);
    llvm::Value* number = builder.CreateLoad(builder.getInt32Ty(), goal, "goal");
    for (unsigned i = 0; i + 1 < entries.size(); ++i) {
        llvm::BasicBlock* next = i + 2 == entries.size()
                                     ? entries.back()
                                     : llvm::BasicBlock::Create(context, "entry", &function, entries[i + 1]);
        builder.CreateCondBr(builder.CreateICmpEQ(number, builder.getInt32(i)), entries[i], next);
        builder.SetInsertPoint(next);
    }
    return first;
}

// Makes a common entry like make_common_entry(), but as a binary tree of branches, for cycles with many entries.
llvm::BasicBlock* make_common_tree(llvm::Function& function, llvm::ArrayRef<llvm::BasicBlock*> entries,
                                   llvm::AllocaInst* goal) {
    llvm::LLVMContext& context = function.getContext();
    struct Part {
        llvm::BasicBlock* block;
        std::size_t first, end;
    };
    auto* root = llvm::BasicBlock::Create(context, "entry", &function, entries.front());
    llvm::IRBuilder<> builder(root);
    llvm::Value* number = builder.CreateLoad(builder.getInt32Ty(), goal, "goal");
    llvm::SmallVector<Part, 16> parts{{root, 0, entries.size()}};
    while (!parts.empty()) {
        const Part part = parts.pop_back_val();
        const std::size_t middle = (part.first + part.end) / 2;
        const auto half = [&](std::size_t first, std::size_t end) {
            if (end - first == 1) return entries[first];
            parts.push_back({llvm::BasicBlock::Create(context, "entry", &function, entries.front()), first, end});
            return parts.back().block;
        };
        llvm::BasicBlock* left = half(part.first, middle);
        llvm::BasicBlock* right = half(middle, part.end);
        builder.SetInsertPoint(part.block);
        builder.CreateCondBr(builder.CreateICmpULT(number, builder.getInt32(static_cast<std::uint32_t>(middle))), left,
                             right);
    }
    return root;
}

// Redirects edges to a common block: every edge to the first entry, and every edge from outside the cycle to another
// entry. Each redirected edge stores the number of its former target. Edges within the cycle to other entries are
// redirected only if the cycle has many entries. The cycle then becomes one loop, and each iteration of this loop runs
// the part of the cycle from one entry to the next entry.
llvm::AllocaInst* join_entries(llvm::Function& function, const ManyEntries& cycle, Ranks& ranks) {
    const Blocks& entries = cycle.entries;
    // The cycle becomes a single loop only if `ranks` is empty, since loops with headers in `ranks` must keep their
    // iterations.
    const bool is_flat = entries.size() > most_nested_entries && ranks.empty();
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> numbers;
    for (auto [number, entry] : llvm::enumerate(entries)) numbers[entry] = static_cast<unsigned>(number);
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* goal = builder.CreateAlloca(builder.getInt32Ty());
    llvm::SmallVector<std::pair<llvm::Instruction*, unsigned>, 16> edges;
    for (llvm::BasicBlock& block : function)
        for (unsigned i = 0; i < block.getTerminator()->getNumSuccessors(); ++i) {
            const llvm::BasicBlock* target = block.getTerminator()->getSuccessor(i);
            if (target == entries.front() || (numbers.contains(target) && (is_flat || !cycle.blocks.contains(&block))))
                edges.emplace_back(block.getTerminator(), i);
        }
    llvm::BasicBlock* common =
        is_flat ? make_common_tree(function, entries, goal) : make_common_entry(function, entries, goal);
    for (auto [terminator, i] : edges) {
        llvm::BasicBlock* target = terminator->getSuccessor(i);
        auto* way = llvm::BasicBlock::Create(function.getContext(), "to_" + target->getName(), &function, common);
        builder.SetInsertPoint(way);
        builder.CreateStore(builder.getInt32(numbers.lookup(target)), goal);
        builder.CreateBr(common);
        terminator->setSuccessor(i, way);
    }
    if (const auto header = ranks.find(entries.front()); header != ranks.end()) {
        const std::size_t rank = header->second;
        ranks.erase(header);
        ranks[common] = rank;
    }
    return goal;
}

}  // namespace

bool has_irreducible_flow(llvm::Function& function) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
    return llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops);
}

llvm::PreservedAnalyses ReducibleFlow::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.isDeclaration() || (headers_.empty() && !has_irreducible_flow(function)))
        return llvm::PreservedAnalyses::all();
    Ranks ranks;
    for (auto [rank, header] : llvm::enumerate(headers_)) ranks[header] = rank;
    llvm::EliminateUnreachableBlocks(function);
    ManyEntries cycle = find_cycle(function, ranks);
    if (cycle.entries.empty()) return llvm::PreservedAnalyses::none();
    auto variables = values_to_memory(function);
    for (; !cycle.entries.empty(); cycle = find_cycle(function, ranks))
        variables.push_back(join_entries(function, cycle, ranks));
    llvm::DominatorTree dominators(function);
    llvm::erase_if(variables, [](const llvm::AllocaInst* one) { return !llvm::isAllocaPromotable(one); });
    llvm::PromoteMemToReg(variables, dominators);
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
