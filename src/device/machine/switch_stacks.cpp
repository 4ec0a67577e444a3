#include "device/machine/switch_stacks.h"

#if !defined(__x86_64__)
#error "The driver supports only x86-64."
#endif

// Saves the registers that a called function must preserve. All flows of control have the same control words of SSE and
// of the FPU, so these words are not saved. A new flow finds its function in %rbx and its argument in %r12.
asm(R"(
    .pushsection .text.lanewise_switch_stacks, "ax", @progbits
    .p2align 4
    .hidden lanewise_switch_stacks
    .globl lanewise_switch_stacks
    .type lanewise_switch_stacks, @function
lanewise_switch_stacks:
    .cfi_startproc
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    pushq %rbx
    .cfi_adjust_cfa_offset 8
    pushq %r12
    .cfi_adjust_cfa_offset 8
    pushq %r13
    .cfi_adjust_cfa_offset 8
    pushq %r14
    .cfi_adjust_cfa_offset 8
    pushq %r15
    .cfi_adjust_cfa_offset 8
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    .cfi_adjust_cfa_offset -8
    popq %r14
    .cfi_adjust_cfa_offset -8
    popq %r13
    .cfi_adjust_cfa_offset -8
    popq %r12
    .cfi_adjust_cfa_offset -8
    popq %rbx
    .cfi_adjust_cfa_offset -8
    popq %rbp
    .cfi_adjust_cfa_offset -8
    retq
    .cfi_endproc
    .size lanewise_switch_stacks, . - lanewise_switch_stacks

    .p2align 4
    .hidden lanewise_begin_flow
    .globl lanewise_begin_flow
    .type lanewise_begin_flow, @function
lanewise_begin_flow:
    .cfi_startproc
    .cfi_undefined %rip
    movq %r12, %rdi
    callq *%rbx
    ud2
    .cfi_endproc
    .size lanewise_begin_flow, . - lanewise_begin_flow
    .popsection
)");

extern "C" void lanewise_begin_flow();

namespace lanewise::device {

void* prepare_flow(std::byte* top, FlowStart start, void* argument) noexcept {
    // The words are the registers that lanewise_switch_stacks() restores, and the address to which that function
    // returns. After the return, the stack pointer is `top`, aligned as for a call.
    auto* const words = reinterpret_cast<std::uintptr_t*>(top) - 7;
    words[0] = words[1] = words[2] = 0;                     // r15, r14, r13
    words[3] = reinterpret_cast<std::uintptr_t>(argument);  // r12
    words[4] = reinterpret_cast<std::uintptr_t>(start);     // rbx
    words[5] = 0;                                           // rbp: 0 marks the last frame
    words[6] = reinterpret_cast<std::uintptr_t>(&lanewise_begin_flow);
    return words;
}

}  // namespace lanewise::device
