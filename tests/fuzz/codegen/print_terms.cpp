#include "print_terms.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

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

std::string print_kernel(const std::vector<TermPtr>& terms, const Inputs& inputs) {
    std::ostringstream out;
    out << "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL FP_CONTRACT OFF\n"
        << "kernel void k(const global uchar* restrict in, global uchar* restrict out) {\n"
        << "    const size_t i = get_global_id(0);\n";
    for (const auto& [key, place] : inputs.places)
        out << "    const " << key.type.name() << ' ' << input_name(key.type, key.number) << " = ((const global "
            << key.type.name() << "*)(in + " << place.offset << "))[i];\n";
    std::size_t bytes = 0;
    const std::vector<std::size_t> offsets = output_offsets(terms, bytes);
    for (std::size_t i = 0; i < terms.size(); ++i)
        out << "    ((global " << terms[i]->type.name() << "*)(out + " << offsets[i] << "))[i] = " << print(*terms[i])
            << ";\n";
    out << "}\n";
    return out.str();
}

std::vector<std::size_t> output_offsets(const std::vector<TermPtr>& terms, std::size_t& bytes) {
    std::vector<std::size_t> offsets;
    bytes = 0;
    for (const TermPtr& term : terms) {
        offsets.push_back(bytes);
        bytes += (items * term->type.bytes() + 127) / 128 * 128;
    }
    return offsets;
}

}  // namespace lanewise::fuzz
