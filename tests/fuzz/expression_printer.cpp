#include "expression_printer.h"

#include <sstream>

namespace lanewise::fuzz {
namespace {

std::string swizzle(const std::vector<unsigned>& lanes) {
    std::string text = ".s";
    for (const unsigned lane : lanes) text += "0123456789abcdef"[lane];
    return text;
}

}  // namespace

std::string ExpressionPrinter::print_literal(const Value& value) const {
    std::string text;
    for (unsigned lane = 0; lane < value.type.width; ++lane) {
        if (lane) text += ", ";
        const Type one{value.type.scalar, 1};
        std::ostringstream hex;
        hex << "0x" << std::hex << value.lanes[lane];
        if (is_float(one.scalar))
            text += "as_" + one.name() + "((" + Type{unsigned_of(one.scalar), 1}.name() + ")" + hex.str() + ")";
        else
            text += "(" + one.name() + ")" + hex.str() + "ul";
    }
    return value.type.is_vector() ? "((" + value.type.name() + ")(" + text + "))" : "(" + text + ")";
}

std::string ExpressionPrinter::print_known(const Expression& expression) const {
    static constexpr const char* names[] = {"gid",
                                            "lid",
                                            "lsz",
                                            "total",
                                            "n",
                                            "get_global_id",
                                            "get_local_id",
                                            "get_group_id",
                                            "get_num_groups",
                                            "get_global_size",
                                            "get_local_size",
                                            "get_global_offset"};
    const std::string name = names[static_cast<unsigned>(expression.known)];
    if (expression.known < Known::global_id) return name;
    return name + "(" + std::to_string(expression.dimension) + ")";
}

std::string ExpressionPrinter::print(const Place& place) const {
    const Variable& variable = *place.variable;
    std::string text = variable.name;
    if (variable.count)
        text += "[(" + print(place.index) + ") & " + to_number(variable.count - 1) + "]";
    else if (variable.is_pointer)
        text = "(*" + text + ")";
    if (variable.structure && place.member >= 0) {
        const Member& member = variable.structure->members[static_cast<unsigned>(place.member)];
        text += "." + member.name;
        if (member.count) text += "[(" + print(place.member_index) + ") & " + to_number(member.count - 1) + "]";
    }
    return place.lanes.empty() ? text : text + swizzle(place.lanes);
}

std::string ExpressionPrinter::own(unsigned buffer, const ExpressionPtr& index) const {
    const Buffer& b = program_.buffers[buffer];
    const std::string k = "((" + print(index) + ") & " + to_number(b.per_item - 1) + ")";
    const std::string size = to_number(b.per_item);
    switch (b.ownership) {
        case Ownership::planar: return b.name + "[" + k + " * total + gid]";
        case Ownership::reversed: return b.name + "[(total - 1u - gid) * " + size + " + " + k + "]";
        default: break;
    }
    return b.per_item == 1 ? b.name + "[gid]" : b.name + "[gid * " + size + " + " + k + "]";
}

std::string ExpressionPrinter::print_input(const Expression& expression) const {
    const Buffer& buffer = program_.buffers[expression.buffer];
    switch (expression.pattern) {
        case Pattern::masked:
            return buffer.name + "[(" + print(expression.arguments[0]) + ") & " + to_number(buffer.size - 1) + "]";
        case Pattern::affine:
            return buffer.name + "[gid * " + to_number(expression.scale) + " + " + to_number(expression.offset) + "]";
        case Pattern::backwards: return buffer.name + "[" + std::to_string(buffer.size - 1) + " - (int)gid]";
        case Pattern::vload:
        case Pattern::vload_half: break;
    }
    const std::string load = expression.pattern == Pattern::vload ? "vload" : "vload_half";
    const std::string width = expression.type.is_vector() ? std::to_string(expression.type.width) : "";
    return load + width + "((" + print(expression.arguments[0]) + ") & 31u, " + buffer.name + ")";
}

std::string ExpressionPrinter::print_operation(const Expression& expression) const {
    static constexpr const char* names[] = {"+",  "-", "*", "/",  "%",  "&",  "|",  "^", "<<",
                                            ">>", "+", "<", "<=", "==", "!=", "&&", "||"};
    const std::string symbol = std::string(" ") + names[static_cast<unsigned>(expression.operation)] + " ";
    const Type type = expression.arguments[0]->type;
    std::string a = print(expression.arguments[0]), b = print(expression.arguments[1]);
    const Operator operation = expression.operation;
    if (operation >= Operator::less) return "(" + a + symbol + b + ")";
    if (is_float(type.scalar)) return "(" + a + symbol + b + ")";
    const bool divides = operation == Operator::divide || operation == Operator::remainder;
    if (divides) {
        if (is_signed(type.scalar)) a = "(" + a + " >> (" + type.name() + ")1)";
        b = "(" + b + " | (" + type.name() + ")1)";
    } else if (operation == Operator::half_sum) {
        a = "(" + a + " >> (" + type.name() + ")1)";
        b = "(" + b + " >> (" + type.name() + ")1)";
    } else if (operation <= Operator::mul && (is_signed(type.scalar) || operation == Operator::mul)) {
        // The printed code computes in an unsigned type, because signed overflow is undefined. Products of ushort also
        // need an unsigned type, because C would promote ushort to the signed type int.
        const Type wrapping{type.is_vector() || bytes_of(type.scalar) > 4 ? unsigned_of(type.scalar) : Scalar::u32,
                            type.width};
        const std::string to = type.is_vector() ? "as_" + wrapping.name() : "(" + wrapping.name() + ")";
        const std::string from = type.is_vector() ? "as_" + type.name() : "(" + type.name() + ")";
        return from + "(" + to + "(" + a + ")" + symbol + to + "(" + b + "))";
    }
    const std::string text = "(" + a + symbol + b + ")";
    return type.is_vector() ? text : "((" + type.name() + ")" + text + ")";
}

std::string ExpressionPrinter::print_function(const Expression& expression) const {
    static constexpr const char* names[] = {
        "-",         "~",     "abs",  "popcount", "clz",       "floor",    "ceil",    "trunc",   "rint",    "sqrt",
        "clean",     "min",   "max",  "mul_hi",   "hadd",      "rhadd",    "rotate",  "add_sat", "sub_sat", "abs_diff",
        "bitselect", "clamp", "fma",  "select",   "ctz",       "mad_sat",  "mad_hi",  "mul24",   "sign",    "round",
        "fmin",      "fmax",  "fdim", "fmod",     "remainder", "copysign", "shuffle", "shuffle2"};
    const Type type = expression.type;
    std::vector<std::string> x;
    for (const ExpressionPtr& argument : expression.arguments) x.push_back(print(argument));
    const std::string cast = type.is_vector() ? "as_" + type.name() : "(" + type.name() + ")";
    switch (expression.function) {
        case Function::negate:
            if (is_float(type.scalar)) return "(-(" + x[0] + "))";
            if (!type.is_vector()) return "((" + type.name() + ")(0ul - (ulong)(" + x[0] + ")))";
            return cast + "((" + Type{unsigned_of(type.scalar), type.width}.name() + ")(0) - as_" +
                   Type{unsigned_of(type.scalar), type.width}.name() + "(" + x[0] + "))";
        case Function::complement: return "((" + type.name() + ")(~(" + x[0] + ")))";
        case Function::absolute:
            if (is_float(type.scalar)) return "fabs(" + x[0] + ")";
            return cast + "(abs(" + x[0] + "))";
        case Function::abs_diff: return cast + "(abs_diff(" + x[0] + ", " + x[1] + "))";
        case Function::clean:
            if (!type.is_vector()) return "(isnan(" + x[0] + ") ? (" + type.name() + ")0 : " + x[0] + ")";
            return "select(" + x[0] + ", (" + type.name() + ")(0), isnan(" + x[0] + "))";
        case Function::clamp:
            return "clamp(" + x[0] + ", min(" + x[1] + ", " + x[2] + "), max(" + x[1] + ", " + x[2] + "))";
        case Function::mul24:
            x[0] += " & (" + type.name() + ")(0xffff)", x[1] += " & (" + type.name() + ")(0x7fff)";
            break;
        case Function::ctz: return cast + "(ctz(" + x[0] + "))";
        case Function::fmin: return "(fmin(" + x[0] + ", " + x[1] + ") + (" + type.name() + ")(0))";
        case Function::fmax: return "(fmax(" + x[0] + ", " + x[1] + ") + (" + type.name() + ")(0))";
        default: break;
    }
    std::string text = std::string(names[static_cast<unsigned>(expression.function)]) + "(";
    for (std::size_t i = 0; i < x.size(); ++i) text += (i ? ", " : "") + x[i];
    return text + ")";
}

std::string ExpressionPrinter::print(const Expression& expression) const {
    const Type type = expression.type;
    const auto argument = [&](unsigned i) { return print(expression.arguments[i]); };
    switch (expression.node) {
        case Node::literal: return print_literal(expression.value);
        case Node::known: return print_known(expression);
        case Node::place: return print(expression.place);
        case Node::input: return print_input(expression);
        case Node::own: return own(expression.buffer, expression.arguments[0]);
        case Node::shared:
            if (expression.scale == 0) return "shared[" + to_number(expression.offset) + "]";
            return "shared[(lid * " + to_number(expression.scale) + " + " + to_number(expression.offset) + ") % lsz]";
        case Node::slot: return "slots[lid]";
        case Node::counter: return "counters[" + to_number(expression.buffer) + "]";
        case Node::operation: return print_operation(expression);
        case Node::function: return print_function(expression);
        case Node::convert:
            if (is_float(expression.arguments[0]->type.scalar) && !is_float(type.scalar))
                return "convert_" + type.name() + "_sat(" + argument(0) + ")";
            if (type.is_vector()) return "convert_" + type.name() + "(" + argument(0) + ")";
            return "((" + type.name() + ")(" + argument(0) + "))";
        case Node::reinterpret: return "as_" + type.name() + "(" + argument(0) + ")";
        case Node::conditional: {
            // The printed code converts the result back to the type, because C promotes operands that are smaller than
            // int.
            const std::string choice = "(" + argument(0) + " ? " + argument(1) + " : " + argument(2) + ")";
            return type.is_vector() ? choice : "((" + type.name() + ")" + choice + ")";
        }
        case Node::swizzle: return "(" + argument(0) + ")" + swizzle(expression.lanes);
        case Node::compose: break;
    }
    std::string text = "((" + type.name() + ")(";
    for (unsigned i = 0; i < expression.arguments.size(); ++i) text += (i ? ", " : "") + argument(i);
    return text + "))";
}

}  // namespace lanewise::fuzz
