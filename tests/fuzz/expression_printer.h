// Prints expressions and lvalues of a random program as OpenCL C.
#pragma once

#include <string>
#include <vector>

#include "program.h"

namespace lanewise::fuzz {

inline std::string to_number(std::uint64_t value) { return std::to_string(value) + "u"; }

class ExpressionPrinter {
public:
    explicit ExpressionPrinter(const Program& program) : program_(program) {}

    std::string print(const ExpressionPtr& expression) const { return print(*expression); }
    std::string print(const Expression& expression) const;
    std::string print(const Place& place) const;
    /// Prints an access to the element `index` in the part of output `buffer` that belongs to the work-item.
    std::string own(unsigned buffer, const ExpressionPtr& index) const;

protected:
    const Program& program_;

private:
    std::string print_literal(const Value& value) const;
    std::string print_operation(const Expression& expression) const;
    std::string print_function(const Expression& expression) const;
    std::string print_input(const Expression& expression) const;
    std::string print_known(const Expression& expression) const;
};

}  // namespace lanewise::fuzz
