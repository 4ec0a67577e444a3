#include "print_terms.h"

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <utility>

#include "model.h"

namespace lanewise::fuzz {
namespace {

constexpr const char* rounding_suffixes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
constexpr const char* relations[] = {"<", "<=", "==", "!="};

std::string input_name(Type type, unsigned number) { return type.name() + "_" + std::to_string(number); }

std::string literal(Scalar scalar, std::uint64_t lane) {
    std::ostringstream hex;
    const unsigned bits = bits_of(scalar);
    hex << "0x" << std::hex << (bits == 64 ? lane : lane & ((1ULL << bits) - 1)) << (bits == 64 ? "ul" : "u");
    const std::string name = Type{scalar, 1}.name();
    if (is_float(scalar)) return "as_" + name + "((" + Type{unsigned_of(scalar), 1}.name() + ")" + hex.str() + ")";
    return "((" + name + ")" + hex.str() + ")";
}

std::string constant(const Term& term) {
    if (!term.type.is_vector()) return literal(term.type.scalar, term.lanes[0]);
    std::string text = "((" + term.type.name() + ")(";
    for (unsigned lane = 0; lane < term.type.width; ++lane)
        text += (lane ? ", " : "") + literal(term.type.scalar, term.lanes[lane]);
    return text + "))";
}

const char* name_of(Form form) {
    static const std::map<Form, const char*> names{{Form::add, "+"},
                                                   {Form::sub, "-"},
                                                   {Form::mul, "*"},
                                                   {Form::divide, "/"},
                                                   {Form::remainder, "%"},
                                                   {Form::bit_and, "&"},
                                                   {Form::bit_or, "|"},
                                                   {Form::bit_xor, "^"},
                                                   {Form::shift_left, "<<"},
                                                   {Form::shift_right, ">>"},
                                                   {Form::negate, "-"},
                                                   {Form::complement, "~"},
                                                   {Form::popcount, "popcount"},
                                                   {Form::clz, "clz"},
                                                   {Form::ctz, "ctz"},
                                                   {Form::absolute, "abs"},
                                                   {Form::minimum, "min"},
                                                   {Form::maximum, "max"},
                                                   {Form::add_sat, "add_sat"},
                                                   {Form::sub_sat, "sub_sat"},
                                                   {Form::hadd, "hadd"},
                                                   {Form::rhadd, "rhadd"},
                                                   {Form::mul_hi, "mul_hi"},
                                                   {Form::rotate, "rotate"},
                                                   {Form::abs_diff, "abs_diff"},
                                                   {Form::mul24, "mul24"},
                                                   {Form::clamp, "clamp"},
                                                   {Form::mad_sat, "mad_sat"},
                                                   {Form::mad_hi, "mad_hi"},
                                                   {Form::mad24, "mad24"},
                                                   {Form::bitselect, "bitselect"},
                                                   {Form::upsample, "upsample"},
                                                   {Form::look_up, "shuffle"}};
    return names.at(form);
}

std::string call(const std::string& function, const Term& term) {
    std::string text = function + "(";
    for (std::size_t i = 0; i < term.arguments.size(); ++i) text += (i ? ", " : "") + print(*term.arguments[i]);
    return text + ")";
}

// In the type's unsigned twin where the result may leave the type: only there C says what it is then. Unsigned numbers
// below int would become int.
std::string operation(const Term& term) {
    const Type type = term.type;
    const bool is_unary = term.arguments.size() == 1;
    Type twin{unsigned_of(type.scalar), type.width};
    if (!type.is_vector() && bits_of(type.scalar) < 32) twin.scalar = Scalar::u32;
    const bool is_wrapped = !is_float(type.scalar) && (term.wraps || !is_signed(type.scalar));
    const auto argument = [&](std::size_t i) {
        const std::string text = print(*term.arguments[i]);
        if (!is_wrapped) return text;
        return type.is_vector() ? "as_" + twin.name() + "(" + text + ")" : "(" + twin.name() + ")" + text;
    };
    const std::string sign = name_of(term.form);
    const std::string result = is_unary ? sign + argument(0) : argument(0) + " " + sign + " " + argument(1);
    if (type.is_vector()) return (is_wrapped ? "as_" + type.name() : "") + "(" + result + ")";
    return "((" + type.name() + ")(" + result + "))";
}

std::string shift(const Term& term) {
    const Type type = term.type;
    const Term& by = *term.arguments[1];
    const std::uint64_t mask = bits_of(type.scalar) - 1;
    const bool is_small =
        by.form == Form::constant && std::ranges::all_of(by.lanes, [&](std::uint64_t lane) { return lane <= mask; });
    const std::string amount =
        is_small ? print(by) : "(" + print(by) + " & (" + type.name() + ")" + std::to_string(mask) + ")";
    return "((" + type.name() + ")(" + print(*term.arguments[0]) + " " + name_of(term.form) + " " + amount + "))";
}

std::string element(const Term& vector, unsigned number) {
    std::ostringstream text;
    text << print(vector);
    if (vector.type.is_vector()) text << ".s" << std::hex << number;
    return text.str();
}

std::string combine(const Term& term) {
    const unsigned first = term.arguments[0]->type.width;
    std::string text = "((" + term.type.name() + ")(";
    for (unsigned lane = 0; lane < term.type.width; ++lane) {
        const unsigned number = term.numbers[lane];
        text += (lane ? ", " : "") +
                (number < first ? element(*term.arguments[0], number) : element(*term.arguments[1], number - first));
    }
    return text + "))";
}

std::string pick(const Term& term) {
    std::ostringstream text;
    text << print(*term.arguments[0]) << ".s" << std::hex;
    for (const unsigned number : term.numbers) text << number;
    return text.str();
}

std::string conversion(const Term& term) {
    const std::string saturates = term.form == Form::saturate ? "_sat" : "";
    return call("convert_" + term.type.name() + saturates + rounding_suffixes[static_cast<unsigned>(term.rounding)],
                term);
}

std::string array_name(const char* direction, Scalar scalar) {
    return std::string(direction) + "_" + Type{scalar, 1}.name();
}

// The element of this work-item in a column that begins `offset` bytes behind the type's array.
std::string place(Type type, const char* qualifier, const char* direction, std::size_t offset) {
    return "((" + std::string(qualifier) + "global " + type.name() + "*)(" + array_name(direction, type.scalar) +
           " + " + std::to_string(offset) + "))[i]";
}

// An array for each scalar type: addresses that differ by constants only are all compared with each other when the
// loop is optimized, which took a third of the compile time.
class Parameters {
public:
    Parameters(const Inputs& inputs, const Outputs& outputs) {
        std::set<Scalar> read;
        for (const auto& [key, place] : inputs.places) read.insert(key.type.scalar);
        for (const Scalar scalar : read) add("const global uchar*", array_name("in", scalar));
        for (const auto& [scalar, base] : outputs.bases) add("global uchar*", array_name("out", scalar));
    }

    // Each behind a comma.
    std::string declared(const char* qualifier) const {
        std::string text;
        for (const auto& [type, name] : all_) text += ", " + type + qualifier + " " + name;
        return text;
    }
    std::string passed() const {
        std::string text;
        for (const auto& [type, name] : all_) text += ", " + name;
        return text;
    }

private:
    void add(std::string type, std::string name) { all_.emplace_back(std::move(type), std::move(name)); }

    std::vector<std::pair<std::string, std::string>> all_;
};

// One of these terms, and those of each half of them.
void print_kernels(std::ostream& out, const Parameters& parameters, std::size_t first, std::size_t count) {
    out << "kernel void " << kernel_name(first, count) << "(" << parameters.declared(" restrict").substr(2) << ") {\n"
        << "    const size_t i = get_global_id(0);\n";
    for (std::size_t i = first; i < first + count; ++i) out << "    t" << i << "(i" << parameters.passed() << ");\n";
    out << "}\n";
    if (count == 1) return;
    print_kernels(out, parameters, first, count / 2);
    print_kernels(out, parameters, first + count / 2, count - count / 2);
}

}  // namespace

std::string print(const Term& term) {
    const auto argument = [&](std::size_t i) { return print(*term.arguments[i]); };
    switch (term.form) {
        case Form::input: return input_name(term.type, term.number);
        case Form::constant: return constant(term);
        case Form::negate:
        case Form::add:
        case Form::sub:
        case Form::mul: return operation(term);
        case Form::complement: return "((" + term.type.name() + ")~" + argument(0) + ")";
        case Form::divide:
        case Form::remainder:
        case Form::bit_and:
        case Form::bit_or:
        case Form::bit_xor:
            return "((" + term.type.name() + ")(" + argument(0) + " " + name_of(term.form) + " " + argument(1) + "))";
        case Form::shift_left:
        case Form::shift_right: return shift(term);
        case Form::absolute: return call(is_float(term.type.scalar) ? "fabs" : "abs", term);
        case Form::compare:
            return "(" + argument(0) + " " + relations[static_cast<unsigned>(term.relation)] + " " + argument(1) + ")";
        case Form::choose:
            if (term.type.is_vector()) return "select(" + argument(2) + ", " + argument(1) + ", " + argument(0) + ")";
            return "((" + term.type.name() + ")(" + argument(0) + " ? " + argument(1) + " : " + argument(2) + "))";
        case Form::convert:
        case Form::saturate: return conversion(term);
        case Form::reinterpret: return call("as_" + term.type.name(), term);
        case Form::pick: return pick(term);
        case Form::combine: return combine(term);
        default: return call(name_of(term.form), term);
    }
}

Outputs Outputs::of(const std::vector<TermPtr>& terms) {
    Outputs outputs;
    outputs.offsets.resize(terms.size());
    std::map<Scalar, std::vector<std::size_t>> by_scalar;
    for (std::size_t i = 0; i < terms.size(); ++i) by_scalar[terms[i]->type.scalar].push_back(i);
    for (const auto& [scalar, numbers] : by_scalar) {
        outputs.bases[scalar] = outputs.bytes;
        for (const std::size_t i : numbers) {
            outputs.offsets[i] = outputs.bytes;
            outputs.bytes += (items * terms[i]->type.bytes() + 127) / 128 * 128;
        }
    }
    return outputs;
}

std::string kernel_name(std::size_t first, std::size_t count) {
    return "k" + std::to_string(first) + "_" + std::to_string(count);
}

std::string print_program(const std::vector<TermPtr>& terms, const Inputs& inputs) {
    std::ostringstream out;
    out << "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL FP_CONTRACT OFF\n";
    const Outputs outputs = Outputs::of(terms);
    const Parameters parameters(inputs, outputs);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        out << "static void t" << i << "(size_t i" << parameters.declared("") << ") {\n";
        for (const InputKey& key : inputs_of(*terms[i]))
            out << "    const " << key.type.name() << ' ' << input_name(key.type, key.number) << " = "
                << place(key.type, "const ", "in", inputs.places.at(key).offset - inputs.base_of(key.type.scalar))
                << ";\n";
        const Type type = terms[i]->type;
        out << "    " << place(type, "", "out", outputs.offsets[i] - outputs.bases.at(type.scalar)) << " = "
            << print(*terms[i]) << ";\n}\n";
    }
    print_kernels(out, parameters, 0, terms.size());
    return out.str();
}

}  // namespace lanewise::fuzz
