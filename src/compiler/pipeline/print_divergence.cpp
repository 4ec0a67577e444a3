#include "compiler/pipeline/print_divergence.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "compiler/linearize/masks/divergence.h"

namespace lanewise::compiler {
namespace {

class FlowPrinter {
public:
    FlowPrinter(Divergence& divergence, llvm::raw_ostream& out) : divergence_(divergence), out_(out) {}

    void print(const FlowLevel& level, unsigned depth) {
        for (unsigned index = 0; index < level.end(); ++index) print_node(level, index, depth);
        for (const FlowGroup& group : level.groups) {
            indent(depth) << "group: " << name(level, group.head) << " to " << name(level, group.join) << ':';
            for (unsigned member : group.members) out_ << ' ' << name(level, member);
            out_ << '\n';
        }
    }

private:
    llvm::raw_ostream& indent(unsigned depth) { return out_.indent(2 * depth); }

    static std::string name(const FlowLevel& level, unsigned index) {
        return index == level.end() ? "(end)" : name_of(*level.nodes[index].entry);
    }

    void print_node(const FlowLevel& level, unsigned index, unsigned depth) {
        const FlowNode& node = level.nodes[index];
        indent(depth) << (node.loop ? "loop " : "block ") << name(level, index);
        if (node.splits) out_ << " splits";
        if (node.leaves_loop) out_ << (node.is_plain_exit() ? " leaves plainly" : " leaves");
        if (node.part) out_ << " part until " << name_of(*node.part_exit);
        if (!node.successors.empty()) out_ << " ->";
        for (unsigned successor : node.successors) out_ << ' ' << name(level, successor);
        out_ << '\n';
        if (node.loop) {
            const FlowLevel& body = divergence_.body(*node.loop);
            indent(depth + 1) << (body.divergent ? "left at different times\n" : "left together\n");
            print(body, depth + 1);
        }
        if (node.part) print(*node.part, depth + 1);
    }

    Divergence& divergence_;
    llvm::raw_ostream& out_;
};

}  // namespace

std::string name_of(const llvm::BasicBlock& block) {
    std::string text;
    llvm::raw_string_ostream out(text);
    block.printAsOperand(out, /*PrintType=*/false);
    return text.substr(1);
}

void print_flow(llvm::Function& function, Uniformity& uniformity, llvm::raw_ostream& out) {
    const llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    Divergence divergence(function, loops, uniformity);
    out << "flow of '" << function.getName() << (divergence.any() ? "': work-items part\n" : "': one way for all\n");
    FlowPrinter(divergence, out).print(divergence.function_level(), 1);
}

}  // namespace lanewise::compiler
