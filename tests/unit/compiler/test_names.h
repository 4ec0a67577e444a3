// Names of parameterised tests, made of the parameters' values: "avx2_16". Otherwise the name is a number, and a
// parameter with pointers prints as bytes that change with every start.
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
/// Returns a CPU level without its dots; an empty text stands for the machine's own level.
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

/// Is the last argument of INSTANTIATE_TEST_SUITE_P.
struct NamedByValues {
    template <class Parameter>
    std::string operator()(const testing::TestParamInfo<Parameter>& info) const {
        return name_of_value(info.param);
    }
};

}  // namespace lanewise::test
