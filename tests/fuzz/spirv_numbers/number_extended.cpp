// Functions of OpenCL.std whose results are exact or correctly rounded.
#include <bit>
#include <cmath>

#include "number_steps.h"

namespace lanewise::fuzz {
namespace {

using Wide = __int128;
using Values = std::vector<std::uint64_t>;

Wide wide_of(bool is_signed, unsigned bits, std::uint64_t value) {
    return is_signed ? Wide{signed_of(bits, value)} : static_cast<Wide>(value);
}

struct IntegerFunction {
    const char* name;  // without the prefix if both s_NAME and u_NAME exist
    unsigned operands;
    bool has_sign;
};

constexpr IntegerFunction integer_functions[] = {
    {"abs", 1, true},     {"abs_diff", 2, true}, {"add_sat", 2, true}, {"sub_sat", 2, true},    {"hadd", 2, true},
    {"rhadd", 2, true},   {"clamp", 3, true},    {"clz", 1, false},    {"ctz", 1, false},       {"popcount", 1, false},
    {"mad_hi", 3, true},  {"mul_hi", 2, true},   {"mad_sat", 3, true}, {"max", 2, true},        {"min", 2, true},
    {"rotate", 2, false}, {"mad24", 3, true},    {"mul24", 2, true},   {"bitselect", 3, false}, {"select", 3, false}};

std::uint64_t evaluate(const std::string& name, bool is_signed, unsigned bits, const Values& v) {
    const Wide a = wide_of(is_signed, bits, v[0]), b = v.size() > 1 ? wide_of(is_signed, bits, v[1]) : 0,
               c = v.size() > 2 ? wide_of(is_signed, bits, v[2]) : 0;
    const Wide most = is_signed ? static_cast<Wide>(mask_of(bits - 1)) : static_cast<Wide>(mask_of(bits));
    const Wide least = is_signed ? -most - 1 : 0;
    const auto limited = [&](Wide value) { return value > most ? most : value < least ? least : value; };
    const auto low = [&](Wide value) { return static_cast<std::uint64_t>(value) & mask_of(bits); };
    const auto high = [&](Wide left, Wide right) {
        if (is_signed) return (left * right) >> bits;
        return static_cast<Wide>((static_cast<unsigned __int128>(left) * static_cast<unsigned __int128>(right)) >>
                                 bits);
    };
    if (name == "abs") return low(a < 0 ? -a : a);
    if (name == "abs_diff") return low(a > b ? a - b : b - a);
    if (name == "add_sat") return low(limited(a + b));
    if (name == "sub_sat") return low(limited(a - b));
    if (name == "hadd") return low((a + b) >> 1);
    if (name == "rhadd") return low((a + b + 1) >> 1);
    if (name == "clamp") return low(a < b ? b : a > c ? c : a);
    if (name == "clz") return bits - static_cast<unsigned>(std::bit_width(v[0]));
    if (name == "ctz") return v[0] == 0 ? bits : static_cast<unsigned>(std::countr_zero(v[0]));
    if (name == "popcount") return static_cast<unsigned>(std::popcount(v[0]));
    if (name == "mul_hi") return low(high(a, b));
    if (name == "mad_hi") return low(high(a, b) + c);
    if (name == "mad_sat") {
        // The product of two 64-bit integers plus a third fits into 128 bits. For unsigned integers, this sum may be
        // too large for a signed 128-bit integer.
        if (!is_signed) {
            const auto product = static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b);
            const auto sum = product + static_cast<unsigned __int128>(c);
            return sum > static_cast<unsigned __int128>(most) ? low(most) : low(static_cast<Wide>(sum));
        }
        return low(limited(a * b + c));
    }
    if (name == "max") return low(a > b ? a : b);
    if (name == "min") return low(a < b ? a : b);
    if (name == "mad24") return low(a * b + c);
    if (name == "mul24") return low(a * b);
    if (name == "bitselect") return (v[0] & ~v[2]) | (v[1] & v[2]);
    const auto amount = static_cast<unsigned>(v[1] % bits);
    return amount == 0 ? v[0] : ((v[0] << amount) | (v[0] >> (bits - amount))) & mask_of(bits);
}

double value_of(std::uint64_t bits, Scalar type) {
    return std::bit_cast<double>(convert({.from = type, .to = {Kind::real, 64}}, bits));
}

std::uint64_t bits_of(double value, Scalar type) {
    return convert({.from = {Kind::real, 64}, .to = type}, std::bit_cast<std::uint64_t>(value));
}

std::uint64_t evaluate_real(const std::string& name, Scalar type, const Values& v) {
    const std::uint64_t sign = std::uint64_t{1} << (type.bits - 1);
    if (name == "fabs") return v[0] & ~sign;
    if (name == "copysign") return (v[0] & ~sign) | (v[1] & sign);
    const double a = value_of(v[0], type), b = v.size() > 1 ? value_of(v[1], type) : 0;
    if (name == "floor") return bits_of(std::floor(a), type);
    if (name == "ceil") return bits_of(std::ceil(a), type);
    if (name == "trunc") return bits_of(std::trunc(a), type);
    if (name == "rint") return bits_of(std::nearbyint(a), type);
    if (name == "round") return bits_of(std::round(a), type);
    if (name == "fmax") return std::isnan(a) ? v[1] : std::isnan(b) || a > b ? v[0] : v[1];
    if (name == "fmin") return std::isnan(a) ? v[1] : std::isnan(b) || a < b ? v[0] : v[1];
    if (name == "sign") return std::isnan(a) ? 0 : bits_of(a > 0 ? 1 : a < 0 ? -1 : a, type);
    if (name == "step") return bits_of(b < a ? 0 : 1, type);
    if (name == "fma") return multiply_add(type.bits, v[0], v[1], v[2]);
    // nextafter
    if (std::isnan(a) || std::isnan(b)) return quiet_nan(type);
    if (a == b) return v[1];
    if (a == 0) return (v[1] & sign) | 1;
    return (b > a) == (a > 0) ? v[0] + 1 : v[0] - 1;
}

}  // namespace

void Steps::extended_integers() {
    const IntegerFunction& function = integer_functions[module_.below(std::size(integer_functions))];
    const std::string name = function.name;
    const bool is_24 = name.ends_with("24"), is_signed = function.has_sign && module_.chance(50);
    const unsigned length = module_.chance(80) ? module_.random_length() : 0;
    const unsigned bits = is_24 ? 32 : module_.one_of<unsigned>({8, 16, 32, 64});
    const int type = module_.type_of({Kind::integer, bits}, length);
    std::vector<Node> operands;
    for (unsigned i = 0; i < function.operands; ++i) {
        Node operand = module_.choose(type);
        if (is_24 && i < 2) {
            // The operands must have 24 significant bits: the upper 8 bits are copies of the sign bit, or 0 in unsigned
            // operands.
            const Node eight = module_.constant_of(type, Values(module_.leaves(type), 8));
            for (const std::string& shift : {std::string("ShiftLeftLogical"),
                                             std::string(is_signed ? "ShiftRightArithmetic" : "ShiftRightLogical")})
                operand = elementwise(
                    type, shift, {&operand, &eight},
                    [&](const auto& v) { return integer_operation(shift, 32, v[0], v[1]); }, false);
        }
        operands.push_back(operand);
    }
    if (name == "clamp") {
        // The two bounds are ordered: the lower bound must not be larger than the upper one.
        const std::string order = is_signed ? "SLessThan" : "ULessThan";
        const int truth = like(type, {Kind::boolean, 1});
        const Scalar element = scalar(type);
        const Node second = operands[1], third = operands[2];
        const Node less = elementwise(
            truth, order, {&second, &third},
            [&](const auto& v) -> std::uint64_t { return compare(order, element, v[0], v[1]); }, false);
        const auto pick = [](const auto& v) { return v[0] != 0 ? v[1] : v[2]; };
        operands[1] = elementwise(type, "Select", {&less, &second, &third}, pick, false);
        operands[2] = elementwise(type, "Select", {&less, &third, &second}, pick, false);
    }
    const std::string full = (function.has_sign ? (is_signed ? "s_" : "u_") : "") + name;
    std::string text = " %std " + full;
    for (const Node& operand : operands) text += " " + operand.id;
    Node node = written(type, "ExtInst", text);
    const bool is_vector = info(type).is_vector();
    for (unsigned item = 0; item < work_items; ++item)
        for (std::size_t i = 0; i < module_.leaves(type); ++i) {
            Values values;
            for (const Node& operand : operands) values.push_back(operand.values[item][i]);
            // Vector select tests the sign bit of each component of the condition; scalar select tests whether any bit
            // is set.
            if (name == "select")
                node.values[item][i] =
                    (is_vector ? values[2] >> (bits - 1) & 1 : values[2] != 0) ? values[1] : values[0];
            else
                node.values[item][i] = evaluate(name, is_signed, bits, values);
        }
    module_.keep(node);
}

void Steps::extended_reals() {
    static const std::vector<std::pair<std::string, unsigned>> functions = {
        {"fabs", 1}, {"floor", 1}, {"ceil", 1}, {"trunc", 1}, {"rint", 1}, {"round", 1},    {"copysign", 2},
        {"fmax", 2}, {"fmin", 2},  {"sign", 1}, {"step", 2},  {"fma", 3},  {"nextafter", 2}};
    const auto& [name, count] = module_.one_of(functions);
    const int type = module_.random_real(module_.random_length());
    const Scalar element = scalar(type);
    // Functions of OpenCL.std do not obey rounding modes, so they are not tested in modules that set a rounding mode.
    if (usual_rounding(element) == Rounding::to_zero) return;
    std::vector<Node> operands;
    for (unsigned i = 0; i < count; ++i) operands.push_back(without_nan(module_.choose(type)));
    std::string text = " %std " + name;
    for (const Node& operand : operands) text += " " + operand.id;
    Node node = written(type, "ExtInst", text);
    for (unsigned item = 0; item < work_items; ++item)
        for (std::size_t i = 0; i < module_.leaves(type); ++i) {
            Values values;
            for (const Node& operand : operands) values.push_back(operand.values[item][i]);
            node.values[item][i] = evaluate_real(name, element, values);
        }
    if (name != "fmax" && name != "fmin" && name != "step") return module_.keep(node);
    // If the operands are zeros of different signs, the result may have either sign. Adding 0 makes a zero result
    // positive.
    const Node zero = module_.constant_of(type, Values(module_.leaves(type), 0));
    elementwise(type, "FAdd", {&node, &zero},
                [&](const auto& v) { return real_operation("FAdd", element.bits, v[0], v[1]); });
}

}  // namespace lanewise::fuzz
