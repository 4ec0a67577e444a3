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
                                                   {Form::look_up, "shuffle"},
                                                   {Form::look_up_both, "shuffle2"}};
    return names.at(form);
}

std::string call(const std::string& function, const Term& term) {
    std::string text = function + "(";
    for (std::size_t i = 0; i < term.arguments.size(); ++i) text += (i ? ", " : "") + print(*term.arguments[i]);
    return text + ")";
}

// Prints an operator. If the result may overflow, the printed code computes in the unsigned type of the same size,
// because C defines only unsigned overflow. For types smaller than int, the printed code computes in uint, because C
// would promote the operands to int.
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

std::string element(const Term& vector, const std::string& name, unsigned number) {
    std::ostringstream text;
    text << name;
    if (vector.type.is_vector()) text << ".s" << std::hex << number;
    return text.str();
}

// Prints a vector of elements of both argument vectors. First prints a variable for each argument, so that each
// argument is computed only once.
std::string combine(const Term& term) {
    const Term &a = *term.arguments[0], &b = *term.arguments[1];
    std::string text = "({ const " + a.type.name() + " a = " + print(a) + "; const " + b.type.name() +
                       " b = " + print(b) + "; (" + term.type.name() + ")(";
    for (unsigned lane = 0; lane < term.type.width; ++lane) {
        const unsigned number = term.numbers[lane];
        text += (lane ? ", " : "") +
                (number < a.type.width ? element(a, "a", number) : element(b, "b", number - a.type.width));
    }
    return text + "); })";
}

// Returns the name of a part of a vector ("lo", "hi", "even" or "odd") if `numbers` are the indices of this part's
// elements; otherwise returns "".
std::string name_of_part(const std::vector<unsigned>& numbers, unsigned width) {
    constexpr std::array<const char*, 4> names{"lo", "hi", "even", "odd"};
    if (numbers.size() * 2 != width) return "";
    for (unsigned part = 0; part < 4; ++part) {
        bool is_part = true;
        for (unsigned i = 0; i < numbers.size(); ++i)
            is_part = is_part && numbers[i] == (part < 2 ? i + part * width / 2 : 2 * i + part - 2);
        if (is_part) return names[part];
    }
    return "";
}

std::string pick(const Term& term) {
    const Term& vector = *term.arguments[0];
    std::ostringstream text;
    const bool is_broadcast =
        term.type.is_vector() && std::ranges::count(term.numbers, term.numbers[0]) == term.type.width;
    if (is_broadcast) text << "((" << term.type.name() << ")(";
    text << print(vector);
    if (vector.type.is_vector()) text << '.';
    const std::string part = name_of_part(term.numbers, vector.type.width);
    if (!vector.type.is_vector()) {
        // A scalar needs no suffix that selects elements.
    } else if (is_broadcast || part.empty()) {
        text << 's' << std::hex;
        for (unsigned lane = 0; lane < (is_broadcast ? 1 : term.type.width); ++lane) text << term.numbers[lane];
    } else {
        text << part;
    }
    if (is_broadcast) text << "))";
    return text.str();
}

std::string conversion(const Term& term) {
    const std::string saturates = term.form == Form::saturate ? "_sat" : "";
    return call("convert_" + term.type.name() + saturates + rounding_suffixes[static_cast<unsigned>(term.rounding)],
                term);
}

std::string branch(const Type& type, const std::string& condition, const Term& yes, const Term& no) {
    return "({ " + type.name() + " r; if (" + condition + ") r = " + print(yes) + "; else r = " + print(no) + "; r; })";
}

std::string loop(const Term& term) {
    const auto argument = [&](std::size_t i) { return print(*term.arguments[i]); };
    const std::string number = std::to_string(term.number), step = "s" + number, variable = "v" + number;
    return "({ " + term.type.name() + " " + variable + " = " + argument(1) + "; const uint n = " + argument(0) + " & " +
           std::to_string(most_iterations) + "; for (uint " + step + " = 0; " + step + " < n; ++" + step + ") " +
           variable + " = " + argument(2) + "; " + variable + "; })";
}

std::string memory_or_item(const Term& term) {
    const auto argument = [&](std::size_t i) { return print(*term.arguments[i]); };
    switch (term.form) {
        case Form::near: return input_macro(term.type, term.number) + "(i + " + argument(0) + ")";
        case Form::gather:
            return input_macro(term.type, term.number) + "(" + argument(0) + " & " +
                   std::to_string(gathered_items - 1) + ")";
        case Form::choose_place: return "(*(" + argument(0) + " ? &" + argument(1) + " : &" + argument(2) + "))";
        case Form::edge: return edge_name(term.type, term.number);
        case Form::neighbour: return "sub_group_shuffle_xor(" + argument(0) + ", 1)";
        case Form::ballot: return "sub_group_ballot(" + argument(0) + ").x";
        case Form::count_votes: return "popcount(sub_group_ballot(" + argument(0) + ").x)";
        default: return "((uint)i)";
    }
}

}  // namespace

std::string input_name(Type type, unsigned number) { return type.name() + "_" + std::to_string(number); }

std::string input_macro(Type type, unsigned number) { return "at_" + input_name(type, number); }

std::string edge_name(Type type, unsigned number) { return "edge_" + input_name(type, number); }

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
        case Form::join: return "(" + call("(" + term.type.name() + ")", term) + ")";
        case Form::near:
        case Form::gather:
        case Form::choose_place:
        case Form::edge:
        case Form::item:
        case Form::neighbour:
        case Form::ballot:
        case Form::count_votes: return memory_or_item(term);
        case Form::variable: return "v" + std::to_string(term.number);
        case Form::step: return "s" + std::to_string(term.number);
        case Form::branch: return branch(term.type, argument(0), *term.arguments[1], *term.arguments[2]);
        case Form::inside: return branch(term.type, "i < bound", *term.arguments[0], *term.arguments[1]);
        case Form::loop: return loop(term);
        case Form::store_if: return argument(1);  // prints only the value, because print_stores() prints the condition
        default: return call(name_of(term.form), term);
    }
}

}  // namespace lanewise::fuzz
