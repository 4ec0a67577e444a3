// Makes names of parameterised tests from the parameters' values, such as "avx2_16". By default GoogleTest would use a
// number, and would print a parameter with pointers as bytes that differ from run to run.
#pragma once

#include <gtest/gtest.h>

#include <concepts>
#include <string>
#include <tuple>

namespace lanewise::test {

template <std::integral Number>
std::string name_of_value(Number value) {
    return std::to_string(value);
}
/// Returns the name of a CPU level without dots and dashes, or "host" for the empty name, which means the host's own
/// level.
inline std::string name_of_value(const char* value) {
    std::string name(value);
    std::erase_if(name, [](char c) { return c == '.' || c == '-'; });
    return name.empty() ? "host" : name;
}
template <class... Values>
std::string name_of_value(const std::tuple<Values...>& values) {
    return std::apply(
        [](const Values&... each) {
            std::string name;
            ((name += (name.empty() ? "" : "_") + name_of_value(each)), ...);
            return name;
        },
        values);
}

/// Function object that names tests; pass it as the last argument of INSTANTIATE_TEST_SUITE_P.
struct NamedByValues {
    template <class Parameter>
    std::string operator()(const testing::TestParamInfo<Parameter>& info) const {
        return name_of_value(info.param);
    }
};

}  // namespace lanewise::test
