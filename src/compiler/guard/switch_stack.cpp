#include "compiler/guard/switch_stack.h"

// Pushes the callee-saved registers: rbp, rbx, r12 to r15, and the control words of SSE and of the FPU. `way_back` is
// the address of the pushed registers.
asm(R"(
    .pushsection .text.lanewise_switch_stack, "ax", @progbits
    .p2align 4
    .hidden lanewise_call_on_stack
    .globl lanewise_call_on_stack
    .type lanewise_call_on_stack, @function
lanewise_call_on_stack:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    .cfi_offset %rbx, -24
    .cfi_offset %r12, -32
    .cfi_offset %r13, -40
    .cfi_offset %r14, -48
    .cfi_offset %r15, -56
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movq %rsp, (%rdi)
    movq %rsp, %rbx
    movq %rsi, %rsp
    movq %rcx, %rdi
    callq *%rdx
    movq %rbx, %rsp
    xorl %eax, %eax
.Llanewise_restore:
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    .cfi_def_cfa %rsp, 8
    retq
    .cfi_endproc
    .size lanewise_call_on_stack, . - lanewise_call_on_stack

    .p2align 4
    .hidden lanewise_leave_stack
    .globl lanewise_leave_stack
    .type lanewise_leave_stack, @function
lanewise_leave_stack:
    .cfi_startproc
    movq %rdi, %rsp
    movl $1, %eax
    cld
    jmp .Llanewise_restore
    .cfi_endproc
    .size lanewise_leave_stack, . - lanewise_leave_stack
    .popsection
)");
