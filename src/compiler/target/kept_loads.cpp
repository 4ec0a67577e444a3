#include "compiler/target/kept_loads.h"

#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "compiler/target/added_pass.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::MachineInstr;
using llvm::StringRef;

// True if each element of the result depends only on elements with the same index. Compares only the beginning of the
// instruction's name.
bool keeps_elements_in_place(StringRef name) {
    constexpr const char* beginnings[] = {
        "VADD",     "VSUB",    "VMUL",    "VDIV",    "VMIN",    "VMAX",     "VSQRT",    "VAND",     "VOR",
        "VXOR",     "VFMADD1", "VFMADD2", "VFMSUB1", "VFMSUB2", "VFNMADD1", "VFNMADD2", "VFNMSUB1", "VFNMSUB2",
        "VCMP",     "VBLENDM", "VPADD",   "VPSUB",   "VPMULL",  "VPMULH",   "VPMULDQ",  "VPMULUDQ", "VPMIN",
        "VPMAX",    "VPAND",   "VPOR",    "VPXOR",   "VPABS",   "VPAVG",    "VPCMP",    "VPTEST",   "VPTERNLOG",
        "VPBLENDM", "VPSLLV",  "VPSRLV",  "VPSRAV",  "VPROLV",  "VPRORV",   "VPLZCNT",  "VPOPCNT",  "VMOVAPS",
        "VMOVAPD",  "VMOVUPS", "VMOVUPD", "VMOVDQ",  "VPMOVZX", "VPMOVSX",  "VCVT"};
    return llvm::any_of(beginnings, [&](const char* beginning) { return name.starts_with(beginning); });
}

// The pass that keep_loads() adds; it runs before loads are folded into operands.
class KeptLoads : public AddedPass<KeptLoads> {
public:
    StringRef getPassName() const override { return "Lanewise: keep masked loads"; }

    bool runOnMachineFunction(llvm::MachineFunction& function) override {
        if (!has_feature(function.getFunction(), "avx512f")) return false;
        instructions_ = function.getSubtarget().getInstrInfo();
        registers_ = &function.getRegInfo();
        bool changed = false;
        for (llvm::MachineBasicBlock& block : function)
            for (MachineInstr& instruction : block)
                if (is_masked_load(instruction) && moves_elements(instruction.getOperand(0).getReg())) {
                    make_volatile(function, instruction);
                    changed = true;
                }
        return changed;
    }

private:
    StringRef name_of(const MachineInstr& instruction) const { return instructions_->getName(instruction.getOpcode()); }

    bool is_masked_load(const MachineInstr& instruction) const {
        const StringRef name = name_of(instruction);
        return name.starts_with("VMOV") && (name.ends_with("rmkz") || name.ends_with("rmk")) &&
               instruction.getOperand(0).getReg().isVirtual();
    }

    // True if an instruction with a mask moves elements of `value`, or of a copy of `value`.
    bool moves_elements(llvm::Register value) const {
        return llvm::any_of(registers_->use_nodbg_instructions(value), [&](const MachineInstr& user) {
            if (user.isCopy() && user.getOperand(0).getReg().isVirtual())
                return moves_elements(user.getOperand(0).getReg());
            const StringRef name = name_of(user);
            return (name.ends_with("k") || name.ends_with("kz")) && !keeps_elements_in_place(name);
        });
    }

    static void make_volatile(llvm::MachineFunction& function, MachineInstr& load) {
        llvm::SmallVector<llvm::MachineMemOperand*, 1> operands;
        for (const llvm::MachineMemOperand* operand : load.memoperands())
            operands.push_back(
                function.getMachineMemOperand(operand, operand->getFlags() | llvm::MachineMemOperand::MOVolatile));
        load.setMemRefs(function, operands);
    }

    const llvm::TargetInstrInfo* instructions_ = nullptr;
    const llvm::MachineRegisterInfo* registers_ = nullptr;
};

}  // namespace

void keep_loads() { KeptLoads::add_after(llvm::MachineSinkingLegacyID); }

}  // namespace lanewise::compiler
