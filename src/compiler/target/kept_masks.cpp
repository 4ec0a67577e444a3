#include "compiler/target/kept_masks.h"

#include <llvm/CodeGen/MachineInstrBuilder.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "compiler/target/added_pass.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::MachineInstr;

// The pass that keep_masks() adds; it runs after register allocation and before X86CompressEVEX.
class KeptMasks : public AddedPass<KeptMasks> {
public:
    llvm::StringRef getPassName() const override { return "Lanewise: keep masks"; }

    bool runOnMachineFunction(llvm::MachineFunction& function) override {
        if (!has_feature(function.getFunction(), "avx512f")) return false;
        instructions_ = function.getSubtarget().getInstrInfo();
        registers_ = function.getSubtarget().getRegisterInfo();
        bool changed = false;
        for (llvm::MachineBasicBlock& block : function)
            for (MachineInstr& instruction : block)
                if (makes_mask_of_signs(instruction) && !is_only_copied(instruction)) {
                    add_use(block, instruction);
                    changed = true;
                }
        return changed;
    }

    llvm::MachineFunctionProperties getRequiredProperties() const override {
        return llvm::MachineFunctionProperties().setNoVRegs();
    }

private:
    // Recognizes VPMOVD2MZ256kr and similar instructions.
    bool makes_mask_of_signs(const MachineInstr& instruction) const {
        const llvm::StringRef name = instructions_->getName(instruction.getOpcode());
        return name.starts_with("VPMOV") && name.contains("2MZ");
    }

    // True if exactly one instruction of the block reads the mask before the mask is written again.
    bool is_only_copied(const MachineInstr& mask) const {
        const llvm::Register name = mask.getOperand(0).getReg();
        const llvm::MachineBasicBlock& block = *mask.getParent();
        unsigned reads = 0;
        for (auto next = std::next(mask.getIterator()); next != block.instr_end(); ++next) {
            if (next->readsRegister(name, registers_) && ++reads > 1) return false;
            if (next->modifiesRegister(name, registers_)) return true;
        }
        return llvm::none_of(block.successors(),
                             [&](const llvm::MachineBasicBlock* after) { return after->isLiveIn(name.asMCReg()); });
    }

    void add_use(llvm::MachineBasicBlock& block, MachineInstr& mask) const {
        llvm::BuildMI(block, std::next(mask.getIterator()), mask.getDebugLoc(),
                      instructions_->get(llvm::TargetOpcode::KILL))
            .addReg(mask.getOperand(0).getReg());
    }

    const llvm::TargetInstrInfo* instructions_ = nullptr;
    const llvm::TargetRegisterInfo* registers_ = nullptr;
};

}  // namespace

void keep_masks() { KeptMasks::add_after(llvm::PatchableFunctionID); }

}  // namespace lanewise::compiler
