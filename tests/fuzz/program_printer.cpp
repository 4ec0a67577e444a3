#include "program_printer.h"

#include <algorithm>
#include <sstream>

#include "expression_printer.h"
#include "lanewise/ndrange.h"
#include "sub_group_operations.h"

namespace lanewise::fuzz {
namespace {

constexpr const char* pipe_functions = R"(
void put_one(write_only pipe uint packets, uint x) { write_pipe(packets, &x); }
void put_some(write_only pipe uint packets, uint x) {
    const uint count = 1 + (x & 3);
    const reserve_id_t id = reserve_write_pipe(packets, count);
    if (!is_valid_reserve_id(id)) return;
    for (uint i = 0; i < count; ++i) { const uint y = x + i; write_pipe(packets, id, i, &y); }
    commit_write_pipe(packets, id);
}
void put_by_group(write_only pipe uint packets, uint x, uint lid, uint lsz) {
    const reserve_id_t id = work_group_reserve_write_pipe(packets, lsz);
    if (!is_valid_reserve_id(id)) return;
    write_pipe(packets, id, lid, &x);
    work_group_commit_write_pipe(packets, id);
}
uint take_one(read_only pipe uint numbers) { uint x = 0; return read_pipe(numbers, &x) ? 0 : x; }
uint take_some(read_only pipe uint numbers) {
    const reserve_id_t id = reserve_read_pipe(numbers, 2);
    if (!is_valid_reserve_id(id)) return 0;
    uint x = 0, y = 0;
    read_pipe(numbers, id, 1, &x);
    read_pipe(numbers, id, 0, &y);
    commit_read_pipe(numbers, id);
    return x + y;
}

)";

class Printer : private ExpressionPrinter {
public:
    explicit Printer(const Program& program) : ExpressionPrinter(program) {}

    std::string print();

private:
    using ExpressionPrinter::print;

    std::string context(bool with_types, bool is_kernel, bool is_child = false) const;
    std::string declare(const Variable& variable) const;
    std::string local() const { return program_.is_volatile ? "local volatile " : "local "; }
    void print(const Block& block);
    void print(const Statement& statement);
    void print_store(const Statement& statement);
    void print_vector_store(const Statement& statement);
    void print_atomic(const Statement& statement);
    void print_pipe_use(const Statement& statement);
    void print_call(const Statement& statement);
    void print_enqueue(const Statement& statement);
    void print_loop(const Statement& statement);
    void print_choice(const Statement& statement);
    void print_jump_in(const Statement& statement);
    void print_tangle(const Statement& statement);
    void print_aim(const Statement& statement);
    void print_sub_group(const Statement& statement);
    std::string print(const Target& target) const;
    void print_start(const ProgramFunction& function);
    void print_members(const Structure& structure, const std::string& name, const std::string& first);
    void print_function(const ProgramFunction& function);
    void print_kernel_start();

    std::ostringstream out_;
};

void Printer::print(const Block& block) {
    for (const StatementPtr& statement : block) print(*statement);
}

void Printer::print_store(const Statement& statement) {
    if (statement.condition) out_ << "if (" << print(statement.condition) << ") ";
    if (statement.action == Action::store_own)
        out_ << own(statement.buffer, statement.index) << " = ";
    else if (statement.action == Action::store_vector)
        print_vector_store(statement);
    else if (statement.has_offset)
        out_ << "shared[" << statement.offset << "] = ";
    else
        out_ << "shared[lid] = ";
    if (statement.action != Action::store_vector) out_ << print(statement.value);
    out_ << ";\n";
}

// Prints a call of vstore. For some vectors of halves, converts the value to float and prints vstore_half, which stores
// the same bits.
void Printer::print_vector_store(const Statement& statement) {
    const Type type = statement.value->type;
    const std::string value = print(statement.value), width = std::to_string(type.width);
    if (statement.has_offset && type.scalar == Scalar::f16)
        out_ << "vstore_half" << width << "(convert_float" << width << "(" << value << ")";
    else
        out_ << "vstore" << width << "(" << value;
    out_ << ", gid, " << program_.buffers[statement.buffer].name << ")";
}

void Printer::print_atomic(const Statement& statement) {
    static constexpr const char* names[] = {"add", "or", "xor", "max", "min", "and", "xchg", "cmpxchg"};
    const auto kind = static_cast<unsigned>(statement.atomic);
    std::string target;
    if (statement.action == Action::own_atomic)
        target = own(statement.buffer, statement.index);
    else if (statement.is_global)
        target = "counts[((" + print(statement.index) + ") & " + to_number(global_counter_sets - 1) + ") * " +
                 to_number(group_counters) + " + " + to_number(kind) + "]";
    else
        target = "counters[" + to_number(kind) + "]";
    if (statement.action == Action::own_atomic) out_ << print(statement.place) << " = ";
    out_ << "atomic_" << names[kind] << "(&" << target << ", ";
    if (statement.atomic == Atomic::compare) out_ << print(statement.arguments[0]) << ", ";
    out_ << print(statement.value) << ");\n";
}

void Printer::print_pipe_use(const Statement& statement) {
    static constexpr const char* names[] = {"one", "some", "by_group"};
    const std::string name = names[static_cast<unsigned>(statement.pipe_use)];
    if (statement.action == Action::take)
        out_ << print(statement.place) << " = take_" << name << "(numbers);\n";
    else
        out_ << "put_" << name << "(packets, " << print(statement.value)
             << (statement.pipe_use == PipeUse::by_group ? ", lid, lsz" : "") << ");\n";
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
    out_ << context(false, false, statement.function->is_child) << ");\n";
}

// Prints the enqueue of a block. If the block uses an object through a pointer, the printed code copies the object to a
// constant, because blocks capture values but no arrays. Each work-item of the block then copies the constant to a
// variable of its own, which the work-item may write.
void Printer::print_enqueue(const Statement& statement) {
    static constexpr const char* flags[] = {"NO_WAIT", "WAIT_KERNEL", "WAIT_WORK_GROUP"};
    const ProgramFunction& child = *statement.function;
    std::string copies, passed;
    out_ << "{\n";
    for (std::size_t i = 1; i < child.parameters.size(); ++i) {
        const Variable& parameter = *child.parameters[i];
        const std::string type = parameter.structure ? parameter.structure->name : parameter.type.name();
        const std::string name = "b" + std::to_string(i);
        const Place& place = statement.pointers[i];
        const bool is_value = statement.arguments[i] != nullptr;
        const bool is_whole = !is_value && place.variable->is_pointer && !place.index;
        out_ << "const " << type << " " << name << " = "
             << (is_value   ? print(statement.arguments[i])
                 : is_whole ? "*" + place.variable->name
                            : print(place))
             << ";\n";
        if (!is_value) copies += type + " c" + name + " = " + name + "; ";
        passed += ", " + (is_value ? name : "&c" + name);
    }
    const std::string offset = statement.has_offset ? to_number(child_offset) : "0";
    const std::string items = "1 + ((" + print(statement.value) + ") & " + to_number(child_mask) + ")";
    std::string range = "ndrange_1D(" + items + ")";
    if (statement.group_items)
        range = "ndrange_1D(" + (statement.has_offset ? offset + ", " : "") + items + ", " +
                to_number(statement.group_items) + ")";
    if (statement.is_global) out_ << "clk_event_t event;\n";
    out_ << (statement.is_global ? "if (0 == " : "") << "enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_"
         << flags[statement.buffer] << ", " << range << (statement.is_global ? ", 0, 0, &event" : "") << ", ^{ "
         << copies << child.name << "((uint)(get_global_id(0) - get_global_offset(0))" << passed << ", "
         << context(false, false, true) << "); })" << (statement.is_global ? ") release_event(event)" : "") << ";\n}\n";
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
        case LoopKind::open:
            out_ << counter << " = 0;\nfor (;;) {\nif (" << counter << " >= " << bound << ") break;\n++" << counter
                 << ";\n";
            print(statement.body);
            out_ << "}\n";
            return;
        case LoopKind::strided:
            out_ << "for (" << counter << " = lid; " << counter << " < " << bound << "; " << counter << " += lsz) {\n";
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

// Prints a loop that a switch enters at any of its parts (Duff's device).
void Printer::print_jump_in(const Statement& statement) {
    out_ << statement.other->name << " = 0;\nswitch (" << print(statement.value) << ") {\ndefault: do {\n";
    for (std::size_t part = 0; part < statement.cases.size(); ++part) {
        out_ << "case " << part << ":\n";
        print(statement.cases[part].body);
    }
    out_ << "} while (++" << statement.other->name << " < 4u && " << print(statement.condition) << ");\n}\n";
}

// Prints parts with labels and gotos. The labels contain the name of the statement's counter, which no other statement
// of the function uses.
void Printer::print_tangle(const Statement& statement) {
    const std::string& counter = statement.other->name;
    const std::string& bound = statement.bound->name;
    const auto label = [&](std::size_t part) { return "L" + counter + "_" + std::to_string(part); };
    out_ << bound << " = " << print(statement.value) << ";\n" << counter << " = 0;\n";
    for (std::size_t part = 1; part < statement.cases.size(); ++part)
        out_ << "if (" << bound << " == " << to_number(part) << ") goto " << label(part) << ";\n";
    for (std::size_t part = 0; part < statement.cases.size(); ++part) {
        const Jump& jump = statement.cases[part].jump;
        out_ << label(part) << ":;\n";
        print(statement.cases[part].body);
        if (!jump.condition) continue;
        const std::string to = "goto " + label(jump.target) + ";\n";
        const std::string condition = print(jump.condition);
        if (jump.target > part)
            out_ << "if (" << condition << ") " << to;
        else
            out_ << "if (" << condition << " && " << counter << " < " << to_number(max_jumps_back) << ") {\n++"
                 << counter << ";\n"
                 << to << "}\n";
    }
}

std::string Printer::print(const Target& target) const {
    switch (target.kind) {
        case Target::Kind::place: return "&" + print(target.place);
        case Target::Kind::slot: return "&slots[lid]";
        case Target::Kind::own: break;
    }
    return "&" + own(target.buffer, target.index);
}

// Prints an assignment to a pointer. Both operands of ?: are cast to the generic address space, because they must have
// the same type.
void Printer::print_aim(const Statement& statement) {
    const Variable& pointer = *statement.place.variable;
    const std::string cast = "(" + pointer.type.name() + "*)";
    out_ << pointer.name << " = " << print(statement.condition) << " ? " << cast << print(statement.targets[0]) << " : "
         << cast << print(statement.targets[1]) << ";\n";
}

void Printer::print(const Statement& statement) {
    switch (statement.action) {
        case Action::assign: out_ << print(statement.place) << " = " << print(statement.value) << ";\n"; return;
        case Action::store_own:
        case Action::store_vector:
        case Action::store_shared: return print_store(statement);
        case Action::count:
        case Action::own_atomic: return print_atomic(statement);
        case Action::put:
        case Action::take: return print_pipe_use(statement);
        case Action::copy_structure: out_ << print(statement.place) << " = " << statement.other->name << ";\n"; return;
        case Action::call: return print_call(statement);
        case Action::enqueue: return print_enqueue(statement);
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
        case Action::tangle: return print_tangle(statement);
        case Action::aim: return print_aim(statement);
        case Action::endless:
            out_ << "for (;;) {\n";
            print(statement.body);
            out_ << "}\n";
            return;
        case Action::barrier:
            out_ << "barrier(CLK_LOCAL_MEM_FENCE" << (statement.is_global ? " | CLK_GLOBAL_MEM_FENCE" : "") << ");\n";
            return;
        case Action::sub_group: return print_sub_group(statement);
        case Action::leave_loop: out_ << "break;\n"; return;
        case Action::next_iteration: out_ << "continue;\n"; return;
        case Action::give_back:
            out_ << (statement.value ? "return " + print(statement.value) : "return") << ";\n";
            return;
        case Action::reduce_step: break;
    }
    const std::string step = to_number(statement.offset);
    out_ << "if (lid < " << step << " && lid + " << step << " < lsz) shared[lid] = shared[lid] ^ shared[lid + " << step
         << "];\n";
}

void Printer::print_sub_group(const Statement& statement) {
    out_ << sub_group_text(statement, statement.place.type(), program_.sub_group_size, print(statement.place),
                           print(statement.value));
}

std::string Printer::declare(const Variable& variable) const {
    const std::string type = variable.structure ? variable.structure->name : variable.type.name();
    if (variable.is_pointer) return type + "* " + variable.name;
    const bool is_volatile = program_.is_volatile && variable.count;
    return (is_volatile ? "volatile " : "") + type + " " + variable.name +
           (variable.count ? "[" + std::to_string(variable.count) + "]" : "");
}

std::string Printer::context(bool with_types, bool is_kernel, bool is_child) const {
    std::string text;
    for (const Buffer& buffer : program_.buffers)
        text += (with_types ? buffer.space + " " + buffer.element.name() + "* " : "") + buffer.name + ", ";
    text += with_types ? "global uint* counts, const uint n, const uint total" : "counts, n, total";
    if (is_child) return text + (with_types ? ", const uint gid" : ", gid");
    if (program_.has_pipes)
        text += with_types ? ", write_only pipe uint packets, read_only pipe uint numbers" : ", packets, numbers";
    const std::string pointer = local() + program_.shared.name() + "* shared";
    if (is_kernel) return program_.shared_is_argument ? text + ", " + pointer : text;
    if (!program_.sees_groups) return text + (with_types ? ", const uint gid" : ", gid");
    if (!with_types) return text + ", shared, counters, slots, gid, lid, lsz";
    return text + ", " + pointer + ", " + local() + "uint* counters, " + local() +
           "uint* slots, const uint gid, const uint lid, const uint lsz";
}

// Prints assignments that set the members of the structure `name` to different numbers. Each number is the text `first`
// followed by a digit.
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
    out_ << context(true, false, function.is_child) << ") {\n";
    print_start(function);
    print(function.body);
    out_ << "}\n\n";
}

void Printer::print_kernel_start() {
    if (program_.sees_groups && !program_.shared_is_argument)
        out_ << local() << program_.shared.name() << " shared[" << max_group_items << "];\n";
    const Dim3 order = exchanged({0, 1, 2}, program_.first_dimension);
    const std::uint64_t x = order[0], y = order[1], z = order[2];
    if (program_.one_dimensional)
        out_ << "const uint gid = (uint)get_global_id(0);\n";
    else
        out_ << "const uint gid = (uint)((get_global_id(" << z << ") - get_global_offset(" << z
             << ")) * get_global_size(" << y << ") + get_global_id(" << y << ") - get_global_offset(" << y
             << ")) * (uint)get_global_size(" << x << ") + (uint)(get_global_id(" << x << ") - get_global_offset(" << x
             << "));\n";
    if (!program_.sees_groups) return;
    if (program_.one_dimensional)
        out_ << "const uint lid = (uint)get_local_id(0), lsz = get_local_size(0);\n";
    else
        out_ << "const uint lid = (uint)((get_local_id(" << z << ") * get_local_size(" << y << ") + get_local_id(" << y
             << ")) * get_local_size(" << x << ") + get_local_id(" << x
             << "));\n"
                "const uint lsz = get_local_size(0) * get_local_size(1) * get_local_size(2);\n";
    out_ << local() << "uint counters[" << group_counters << "], slots[" << max_group_items
         << "];\nslots[lid] = 0;\n"
            "if (lid == 0) for (uint i = 0; i < "
         << group_counters
         << "; ++i) counters[i] = i < 4u ? 0u : ~0u;\n"
            "barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string Printer::print() {
    out_ << "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL FP_CONTRACT OFF\n\n";
    for (const auto& structure : program_.structures) {
        out_ << structure->name << " {\n";
        for (const Member& member : structure->members)
            out_ << member.type.name() << " " << member.name
                 << (member.count ? "[" + std::to_string(member.count) + "]" : "") << ";\n";
        out_ << "};\n\n";
    }
    if (program_.has_pipes) out_ << pipe_functions;
    for (const auto& function : program_.functions)
        if (function.get() != &program_.kernel()) print_function(*function);
    if (program_.sub_group_size)
        out_ << "__attribute__((intel_reqd_sub_group_size(" << program_.sub_group_size << ")))\n";
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
