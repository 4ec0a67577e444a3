#include "kernel_generator.h"

namespace lanewise::test {
namespace {

constexpr unsigned max_depth = 4;

std::string number(unsigned value) { return std::to_string(value) + "u"; }

}  // namespace

std::string KernelGenerator::variable() {
    const char* names[] = {"a", "b", "c", "v.x", "v.z", "t[i & 7u]"};
    return names[below(6)];
}

std::string KernelGenerator::value(unsigned depth) {
    if (depth == 0) {
        switch (below(8)) {
            case 0: return number(below(1000));
            case 1: return "i";
            case 2: return "n";
            case 3: return "in[(" + variable() + ") & 31u]";
            case 4: return "(uint)small";
            case 5: return "t[(" + variable() + ") & 7u]";
            default: return variable();
        }
    }
    const std::string left = value(depth - 1), right = value(depth - 1);
    switch (below(10)) {
        case 0: return "(" + left + " - " + right + ")";
        case 1: return "(" + left + " * " + right + ")";
        case 2: return "(" + left + " ^ " + right + ")";
        case 3: return "(" + left + " >> (" + right + " & 31u))";
        case 4: return "(" + left + " / (" + right + " | 1u))";
        case 5: return "(" + left + " % (" + right + " | 3u))";
        case 6: return "max(" + left + ", " + right + ")";
        case 7: return "(" + left + " < " + right + " ? " + left + " : 5u)";
        case 8: return "mul_hi(" + left + ", " + right + ")";
        default: return "(" + left + " + " + right + ")";
    }
}

std::string KernelGenerator::condition(bool uniform) {
    if (uniform) return "((n >> " + number(below(5)) + ") & 1u) == " + number(below(2));
    const std::string left = value(1);
    return "((" + left + ") & " + number(1 + below(7)) + ") " + (below(2) ? "==" : ">") + " " +
           number(below(3));
}

std::string KernelGenerator::assignment() {
    switch (below(7)) {
        case 0: return "t[(" + variable() + ") & 7u] = " + value(1) + ";\n";
        case 1: return "small = (uchar)(" + value(1) + ");\n";
        case 2: return "half_word += (short)(" + value(1) + ");\n";
        case 3: return "v = v.yzwx * (uint4)(3u, " + value(0) + ", 1u, 7u) + " + value(0) + ";\n";
        case 4: return "out[i] = " + value(1) + " ^ out[i];\n";
        default: return variable() + " = " + value(2) + ";\n";
    }
}

std::string KernelGenerator::branch(unsigned depth, bool in_loop, bool uniform) {
    const bool same = below(3) == 0;
    const bool still = uniform && same;
    std::string text = "if (" + condition(same) + ") {\n" + block(depth + 1, in_loop, still) + "}";
    if (below(2)) text += " else {\n" + block(depth + 1, in_loop, still) + "}";
    return text + "\n";
}

std::string KernelGenerator::loop(unsigned depth, bool uniform) {
    const std::string j = "j" + std::to_string(names_++);
    const bool same = below(2) == 0;
    const std::string bound = same ? "(n & 3u)" : "(" + variable() + " & " + number(1 + below(7)) + ")";
    const std::string end = "l" + std::to_string(names_++);
    // The bound is taken once: the body may change what it is made of.
    return "{ const uint " + end + " = " + bound + "; for (uint " + j + " = 0; " + j + " < " + end + "; ++" +
           j + ") {\na += " + j + ";\n" + block(depth + 1, !uniform || !same, uniform && same) + "} }\n";
}

std::string KernelGenerator::choice(unsigned depth) {
    std::string text = "switch ((" + value(1) + ") & 7u) {\n";
    for (const unsigned label : {0u, 1u, 2u, 5u}) {
        text += "case " + std::to_string(label) + ":\n" + block(depth + 2, false, false);
        if (below(3)) text += "break;\n";
    }
    return text + "default: " + assignment() + "}\n";
}

std::string KernelGenerator::meeting() {
    return "shared[l] = " + value(1) + ";\nbarrier(CLK_LOCAL_MEM_FENCE);\nb ^= shared[(l * 7u + 3u) % m];\n"
           "barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string KernelGenerator::statement(unsigned depth, bool in_loop, bool uniform) {
    const unsigned kind = below(12);
    if (uniform && kind == 0) return meeting();
    if (depth < max_depth) {
        if (kind < 4) return branch(depth, in_loop, uniform);
        if (kind < 6) return loop(depth, uniform);
        if (kind == 6) return choice(depth);
    }
    if (in_loop && kind == 7) return "if (" + condition(false) + ") break;\n";
    if (in_loop && kind == 8) return "if (" + condition(false) + ") continue;\n";
    if (!uniform && !in_loop && kind == 9 && !below(3)) return "atomic_add(&total, a & 15u);\n";
    return assignment();
}

std::string KernelGenerator::block(unsigned depth, bool in_loop, bool uniform) {
    std::string text;
    for (unsigned rest = 1 + below(4); rest > 0; --rest) text += statement(depth, in_loop, uniform);
    return text;
}

std::string KernelGenerator::make() {
    std::string text =
        "kernel void k(global uint* out, global const uint* in, uint n) {\n"
        "local uint shared[256]; local uint total;\n"
        "const uint i = get_global_id(0), l = get_local_id(0), m = get_local_size(0);\n"
        "uint a = in[i], b = i * 2654435761u, c = n; uchar small = (uchar)a; short half_word = (short)b;\n"
        "uint4 v = (uint4)(a, b, c, 9u); uint t[8];\n"
        "for (uint j = 0; j < 8; ++j) t[j] = a + j * b;\n"
        "if (l == 0) total = 0; barrier(CLK_LOCAL_MEM_FENCE);\n";
    text += block(0, false, true) + block(0, false, true);
    // What follows may return early: no barrier comes after it.
    text += "barrier(CLK_LOCAL_MEM_FENCE); out[i] += total; barrier(CLK_LOCAL_MEM_FENCE);\n";
    if (below(2)) text += "if (" + condition(false) + ") { out[i] ^= a; return; }\n";
    text += block(0, false, false);
    text += "atomic_add(&total, 1u);\n";
    return text +
           "out[i] += a ^ b * 3u ^ c * 5u ^ v.x ^ v.y * 7u ^ v.z * 11u ^ v.w * 13u ^ small ^ (uint)half_word;\n"
           "for (uint j = 0; j < 8; ++j) out[i] = out[i] * 31u + t[j];\n}\n";
}

}  // namespace lanewise::test
