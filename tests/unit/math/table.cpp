#include "table.h"

#define DECLARE_UNARY(name, V, E, width) void shim_##name##_##V(const E*, E*, std::size_t);
#define DECLARE_BINARY(name, V, E, width) void shim_##name##_##V(const E*, const E*, E*, std::size_t);
#define DECLARE_INT_ARGUMENT(name, V, E, width) void shim_##name##_##V(const E*, const int*, E*, std::size_t);
#define DECLARE_UNARIES(name, ulp) LW_TESTED_TYPES(DECLARE_UNARY, name)
#define DECLARE_BINARIES(name, ulp) LW_TESTED_TYPES(DECLARE_BINARY, name)
#define DECLARE_INT_ARGUMENTS(name, ulp) LW_TESTED_TYPES(DECLARE_INT_ARGUMENT, name)

extern "C" {
LW_TESTED_UNARY(DECLARE_UNARIES)
LW_TESTED_BINARY(DECLARE_BINARIES)
LW_TESTED_INT_ARGUMENT(DECLARE_INT_ARGUMENTS)
}

namespace lanewise::test {
namespace {

#define OVERLOADS(name, T)                                             \
    {shim_##name##_##T,    shim_##name##_##T##2, shim_##name##_##T##3, \
     shim_##name##_##T##4, shim_##name##_##T##8, shim_##name##_##T##16}
#define FLOAT_ENTRY(name, ulp) {#name, ulp, OVERLOADS(name, float), reference::name},
#define DOUBLE_ENTRY(name, ulp) {#name, ulp, OVERLOADS(name, double), reference::name},

const Unary<float> float_unary[] = {LW_TESTED_UNARY(FLOAT_ENTRY)};
const Unary<double> double_unary[] = {LW_TESTED_UNARY(DOUBLE_ENTRY)};
const Binary<float> float_binary[] = {LW_TESTED_BINARY(FLOAT_ENTRY)};
const Binary<double> double_binary[] = {LW_TESTED_BINARY(DOUBLE_ENTRY)};
const IntArgument<float> float_int_argument[] = {LW_TESTED_INT_ARGUMENT(FLOAT_ENTRY)};
const IntArgument<double> double_int_argument[] = {LW_TESTED_INT_ARGUMENT(DOUBLE_ENTRY)};

}  // namespace

template <>
std::span<const Unary<float>> unary_functions<float>() {
    return float_unary;
}
template <>
std::span<const Unary<double>> unary_functions<double>() {
    return double_unary;
}
template <>
std::span<const Binary<float>> binary_functions<float>() {
    return float_binary;
}
template <>
std::span<const Binary<double>> binary_functions<double>() {
    return double_binary;
}
template <>
std::span<const IntArgument<float>> int_argument_functions<float>() {
    return float_int_argument;
}
template <>
std::span<const IntArgument<double>> int_argument_functions<double>() {
    return double_int_argument;
}

}  // namespace lanewise::test
