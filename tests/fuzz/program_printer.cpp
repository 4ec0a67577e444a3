#include "program_printer.h"

#include <algorithm>
#include <sstream>

namespace lanewise::fuzz {
namespace {

std::string number(std::uint64_t value) { return std::to_string(value) + "u"; }

std::string swizzle(const std::vector<unsigned>& lanes) {
    std::string text = ".s";
    for (const unsigned lane : lanes) text += "0123456789abcdef"[lane];
    return text;
}

class Printer {
public:
    explicit Printer(const Program& program) : program_(program) {}

    std::string print();

private:
    std::string context(bool with_types, bool is_kernel) const;
    std::string print(const ExpressionPtr& expression) const { return print(*expression); }
    std::string print(const Expression& expression) const;
    std::string print(const Place& place) const;
    std::string print_literal(const Value& value) const;
    std::string print_operation(const Expression& expression) const;
    std::string print_function(const Expression& expression) const;
    std::string print_input(const Expression& expression) const;
    std::string print_known(const Expression& expression) const;
    std::string own(unsigned buffer, const ExpressionPtr& index) const;
    std::string declare(const Variable& variable) const;
    void print(const Block& block);
    void print(const Statement& statement);
    void print_store(const Statement& statement);
    void print_atomic(const Statement& statement);
    void print_call(const Statement& statement);
    void print_loop(const Statement& statement);
    void print_choice(const Statement& statement);
    void print_jump_in(const Statement& statement);
    void print_start(const ProgramFunction& function);
    void print_members(const Structure& structure, const std::string& name, const std::string& first);
    void print_function(const ProgramFunction& function);
    void print_kernel_start();

    const Program& program_;
    std::ostringstream out_;
};

std::string Printer::print_literal(const Value& value) const {
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

std::string Printer::print_known(const Expression& expression) const {
    static constexpr const char* names[] = {
        "gid", "lid", "lsz", "total", "n", "get_global_id", "get_local_id", "get_group_id",
        "get_num_groups", "get_global_size", "get_local_size", "get_global_offset"};
    const std::string name = names[static_cast<unsigned>(expression.known)];
    if (expression.known < Known::global_id) return name;
    return name + "(" + std::to_string(expression.dimension) + ")";
}

std::string Printer::print(const Place& place) const {
    const Variable& variable = *place.variable;
    std::string text = variable.name;
    if (variable.count)
        text += "[(" + print(place.index) + ") & " + number(variable.count - 1) + "]";
    else if (variable.is_pointer)
        text = "(*" + text + ")";
    if (variable.structure && place.member >= 0) {
        const Member& member = variable.structure->members[static_cast<unsigned>(place.member)];
        text += "." + member.name;
        if (member.count)
            text += "[(" + print(place.member_index) + ") & " + number(member.count - 1) + "]";
    }
    return place.lanes.empty() ? text : text + swizzle(place.lanes);
}

std::string Printer::own(unsigned buffer, const ExpressionPtr& index) const {
    const Buffer& b = program_.buffers[buffer];
    const std::string k = "((" + print(index) + ") & " + number(b.per_item - 1) + ")";
    const std::string size = number(b.per_item);
    switch (b.ownership) {
        case Ownership::planar: return b.name + "[" + k + " * total + gid]";
        case Ownership::reversed:
            return b.name + "[(total - 1u - gid) * " + size + " + " + k + "]";
        default: break;
    }
    return b.per_item == 1 ? b.name + "[gid]" : b.name + "[gid * " + size + " + " + k + "]";
}

std::string Printer::print_input(const Expression& expression) const {
    const Buffer& buffer = program_.buffers[expression.buffer];
    switch (expression.pattern) {
        case Pattern::masked:
            return buffer.name + "[(" + print(expression.arguments[0]) + ") & " + number(buffer.size - 1) + "]";
        case Pattern::affine:
            return buffer.name + "[gid * " + number(expression.scale) + " + " + number(expression.offset) + "]";
        case Pattern::backwards:
            return buffer.name + "[" + std::to_string(buffer.size - 1) + " - (int)gid]";
        case Pattern::vload: break;
    }
    const std::string width = std::to_string(expression.type.width);
    return "vload" + width + "((" + print(expression.arguments[0]) + ") & 31u, " + buffer.name + ")";
}

std::string Printer::print_operation(const Expression& expression) const {
    static constexpr const char* names[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<",
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
        // Signed overflow is undefined, also where a ushort became an int.
        const Type wrapping{type.is_vector() || bytes_of(type.scalar) > 4 ? unsigned_of(type.scalar) : Scalar::u32,
                            type.width};
        const std::string to = type.is_vector() ? "as_" + wrapping.name() : "(" + wrapping.name() + ")";
        const std::string from = type.is_vector() ? "as_" + type.name() : "(" + type.name() + ")";
        return from + "(" + to + "(" + a + ")" + symbol + to + "(" + b + "))";
    }
    const std::string text = "(" + a + symbol + b + ")";
    return type.is_vector() ? text : "((" + type.name() + ")" + text + ")";
}

std::string Printer::print_function(const Expression& expression) const {
    static constexpr const char* names[] = {
        "-", "~", "abs", "popcount", "clz", "floor", "ceil", "trunc", "rint", "sqrt", "clean", "min", "max",
        "mul_hi", "hadd", "rhadd", "rotate", "add_sat", "sub_sat", "abs_diff", "bitselect", "clamp", "fma", "select"};
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
        default: break;
    }
    std::string text = std::string(names[static_cast<unsigned>(expression.function)]) + "(";
    for (std::size_t i = 0; i < x.size(); ++i) text += (i ? ", " : "") + x[i];
    return text + ")";
}

std::string Printer::print(const Expression& expression) const {
    const Type type = expression.type;
    const auto argument = [&](unsigned i) { return print(expression.arguments[i]); };
    switch (expression.node) {
        case Node::literal: return print_literal(expression.value);
        case Node::known: return print_known(expression);
        case Node::place: return print(expression.place);
        case Node::input: return print_input(expression);
        case Node::own: return own(expression.buffer, expression.arguments[0]);
        case Node::shared:
            if (expression.scale == 0) return "shared[" + number(expression.offset) + "]";
            return "shared[(lid * " + number(expression.scale) + " + " + number(expression.offset) + ") % lsz]";
        case Node::counter: return "counters[" + number(expression.buffer) + "]";
        case Node::operation: return print_operation(expression);
        case Node::function: return print_function(expression);
        case Node::convert:
            if (is_float(expression.arguments[0]->type.scalar) && !is_float(type.scalar))
                return "convert_" + type.name() + "_sat(" + argument(0) + ")";
            if (type.is_vector()) return "convert_" + type.name() + "(" + argument(0) + ")";
            return "((" + type.name() + ")(" + argument(0) + "))";
        case Node::reinterpret: return "as_" + type.name() + "(" + argument(0) + ")";
        case Node::conditional: {
            // C promotes small operands.
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

void Printer::print(const Block& block) {
    for (const StatementPtr& statement : block) print(*statement);
}

void Printer::print_store(const Statement& statement) {
    if (statement.condition) out_ << "if (" << print(statement.condition) << ") ";
    if (statement.action == Action::store_own)
        out_ << own(statement.buffer, statement.index) << " = ";
    else if (statement.action == Action::store_vector)
        out_ << "vstore" << statement.value->type.width << "(" << print(statement.value) << ", gid, "
             << program_.buffers[statement.buffer].name << ")";
    else if (statement.has_offset)
        out_ << "shared[" << statement.offset << "] = ";
    else
        out_ << "shared[lid] = ";
    if (statement.action != Action::store_vector) out_ << print(statement.value);
    out_ << ";\n";
}

void Printer::print_atomic(const Statement& statement) {
    static constexpr const char* names[] = {"add", "or", "xor", "max", "min", "and", "xchg", "cmpxchg"};
    const auto kind = static_cast<unsigned>(statement.atomic);
    std::string target;
    if (statement.action == Action::own_atomic)
        target = own(statement.buffer, statement.index);
    else if (statement.is_global)
        target = "counts[((" + print(statement.index) + ") & " + number(global_counter_sets - 1) + ") * " +
                 number(group_counters) + " + " + number(kind) + "]";
    else
        target = "counters[" + number(kind) + "]";
    if (statement.action == Action::own_atomic) out_ << print(statement.place) << " = ";
    out_ << "atomic_" << names[kind] << "(&" << target << ", ";
    if (statement.atomic == Atomic::compare) out_ << print(statement.arguments[0]) << ", ";
    out_ << print(statement.value) << ");\n";
}

void Printer::print_call(const Statement& statement) {
    if (statement.place.variable) out_ << print(statement.place) << " = ";
    out_ << statement.function->name << "(";
    for (std::size_t i = 0; i < statement.arguments.size(); ++i) {
        if (statement.arguments[i]) {
            out_ << print(statement.arguments[i]);
        } else {
            const Place& place = statement.pointers[i];
            const bool passes_on = place.variable->is_pointer && !place.index;
            const bool whole = place.variable->count && !place.index;
            out_ << (whole || passes_on ? place.variable->name : "&" + print(place));
        }
        out_ << ", ";
    }
    out_ << context(false, false) << ");\n";
}

void Printer::print_loop(const Statement& statement) {
    const std::string& counter = statement.other->name;
    const std::string& bound = statement.bound->name;
    out_ << bound << " = " << print(statement.value) << ";\n";
    switch (statement.loop) {
        case LoopKind::counted:
            out_ << "for (" << counter << " = 0; " << counter << " < " << bound << "; ++" << counter << ") {\n";
            print(statement.body);
            out_ << "}\n";
            return;
        case LoopKind::while_loop:
            out_ << counter << " = 0;\nwhile (" << counter << " < " << bound << " && " << print(statement.condition)
                 << ") {\n++" << counter << ";\n";
            print(statement.body);
            out_ << "}\n";
            return;
        case LoopKind::do_while: break;
    }
    out_ << counter << " = 0;\ndo {\n";
    print(statement.body);
    out_ << "} while (++" << counter << " < " << bound << " && " << print(statement.condition) << ");\n";
}

void Printer::print_choice(const Statement& statement) {
    out_ << "switch (" << print(statement.value) << ") {\n";
    for (const Case& one : statement.cases) {
        for (const unsigned label : one.labels) out_ << "case " << label << ":\n";
        if (one.is_default) out_ << "default:\n";
        print(one.body);
        if (!one.falls_through) out_ << "break;\n";
    }
    out_ << "}\n";
}

// Duff's device: a loop that a switch enters at any of its parts.
void Printer::print_jump_in(const Statement& statement) {
    out_ << statement.other->name << " = 0;\nswitch (" << print(statement.value) << ") {\ndefault: do {\n";
    for (std::size_t part = 0; part < statement.cases.size(); ++part) {
        out_ << "case " << part << ":\n";
        print(statement.cases[part].body);
    }
    out_ << "} while (++" << statement.other->name << " < 4u && " << print(statement.condition) << ");\n}\n";
}

void Printer::print(const Statement& statement) {
    switch (statement.action) {
        case Action::assign:
            out_ << print(statement.place) << " = " << print(statement.value) << ";\n";
            return;
        case Action::store_own:
        case Action::store_vector:
        case Action::store_shared: return print_store(statement);
        case Action::count:
        case Action::own_atomic: return print_atomic(statement);
        case Action::copy_structure:
            out_ << print(statement.place) << " = " << statement.other->name << ";\n";
            return;
        case Action::call: return print_call(statement);
        case Action::branch:
            out_ << "if (" << print(statement.condition) << ") {\n";
            print(statement.body);
            if (!statement.otherwise.empty()) out_ << "} else {\n";
            print(statement.otherwise);
            out_ << "}\n";
            return;
        case Action::loop: return print_loop(statement);
        case Action::choice: return print_choice(statement);
        case Action::jump_in: return print_jump_in(statement);
        case Action::barrier:
            out_ << "barrier(CLK_LOCAL_MEM_FENCE" << (statement.is_global ? " | CLK_GLOBAL_MEM_FENCE" : "") << ");\n";
            return;
        case Action::leave_loop: out_ << "break;\n"; return;
        case Action::next_iteration: out_ << "continue;\n"; return;
        case Action::give_back:
            out_ << (statement.value ? "return " + print(statement.value) : "return") << ";\n";
            return;
        case Action::reduce_step: break;
    }
    const std::string step = number(statement.offset);
    out_ << "if (lid < " << step << " && lid + " << step << " < lsz) shared[lid] = shared[lid] ^ shared[lid + "
         << step << "];\n";
}

std::string Printer::declare(const Variable& variable) const {
    const std::string type = variable.structure ? variable.structure->name : variable.type.name();
    if (variable.is_pointer) return type + "* " + variable.name;
    return type + " " + variable.name + (variable.count ? "[" + std::to_string(variable.count) + "]" : "");
}

std::string Printer::context(bool with_types, bool is_kernel) const {
    std::string text;
    for (const Buffer& buffer : program_.buffers)
        text += (with_types ? buffer.space + " " + buffer.element.name() + "* " : "") + buffer.name + ", ";
    text += with_types ? "global uint* counts, const uint n, const uint total" : "counts, n, total";
    const std::string pointer = "local " + program_.shared.name() + "* shared";
    if (is_kernel) return program_.shared_is_argument ? text + ", " + pointer : text;
    if (!program_.sees_groups) return text + (with_types ? ", const uint gid" : ", gid");
    if (!with_types) return text + ", shared, counters, gid, lid, lsz";
    return text + ", " + pointer + ", local uint* counters, const uint gid, const uint lid, const uint lsz";
}

// Every member of the structure `name` gets a number after `first`.
void Printer::print_members(const Structure& structure, const std::string& name, const std::string& first) {
    for (const Member& member : structure.members)
        for (unsigned e = 0; e < std::max(member.count, 1u); ++e)
            out_ << name << "." << member.name << (member.count ? "[" + std::to_string(e) + "]" : "") << " = ("
                 << member.type.name() << ")(" << first << e + 1 << ");\n";
}

void Printer::print_start(const ProgramFunction& function) {
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
        const Variable& variable = *function.variables[i];
        out_ << declare(variable);
        if (const ExpressionPtr& value = function.start_values[i]) out_ << " = " << print(value);
        out_ << ";\n";
        if (variable.count) out_ << "for (uint i = 0; i < " << variable.count << "; ++i) {\n";
        const std::string element = variable.name + (variable.count ? "[i]" : "");
        if (variable.structure)
            print_members(*variable.structure, element, variable.count ? "i + " : "");
        else if (variable.count)
            out_ << element << " = (" << variable.type.name() << ")(i);\n";
        if (variable.count) out_ << "}\n";
    }
}

void Printer::print_function(const ProgramFunction& function) {
    out_ << (function.returns_value ? function.result.name() : "void") << " " << function.name << "(";
    for (const auto& parameter : function.parameters) out_ << declare(*parameter) << ", ";
    out_ << context(true, false) << ") {\n";
    print_start(function);
    print(function.body);
    out_ << "}\n\n";
}

void Printer::print_kernel_start() {
    if (program_.sees_groups && !program_.shared_is_argument)
        out_ << "local " << program_.shared.name() << " shared[" << max_group_items << "];\n";
    if (program_.one_dimensional)
        out_ << "const uint gid = (uint)get_global_id(0);\n";
    else
        out_ << "const uint gid = (uint)((get_global_id(2) - get_global_offset(2)) * get_global_size(1) +"
                " get_global_id(1) - get_global_offset(1)) * (uint)get_global_size(0) +"
                " (uint)(get_global_id(0) - get_global_offset(0));\n";
    if (!program_.sees_groups) return;
    if (program_.one_dimensional)
        out_ << "const uint lid = (uint)get_local_id(0), lsz = get_local_size(0);\n";
    else
        out_ << "const uint lid = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) *"
                " get_local_size(0) + get_local_id(0));\n"
                "const uint lsz = get_local_size(0) * get_local_size(1) * get_local_size(2);\n";
    out_ << "local uint counters[" << group_counters << "];\n"
            "if (lid == 0) for (uint i = 0; i < " << group_counters << "; ++i) counters[i] = i < 4u ? 0u : ~0u;\n"
            "barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string Printer::print() {
    out_ << "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL FP_CONTRACT OFF\n\n";
    for (const auto& structure : program_.structures) {
        out_ << "struct " << structure->name.substr(7) << " {\n";
        for (const Member& member : structure->members)
            out_ << member.type.name() << " " << member.name
                 << (member.count ? "[" + std::to_string(member.count) + "]" : "") << ";\n";
        out_ << "};\n\n";
    }
    for (const auto& function : program_.functions)
        if (function.get() != &program_.kernel()) print_function(*function);
    out_ << "kernel void k(" << context(true, true) << ") {\n";
    print_kernel_start();
    print_start(program_.kernel());
    print(program_.kernel().body);
    out_ << "}\n";
    return out_.str();
}

}  // namespace

std::string print_program(const Program& program) { return Printer(program).print(); }

}  // namespace lanewise::fuzz
