// Repairs comparisons and null values of queue_t and clk_event_t, for which Clang generates invalid code or none. They
// become comparisons and values of the 64-bit words that represent these types. Functions of the builtin library
// convert to words and make null words.
//
//   queue == CLK_NULL_QUEUE    ->    __lw_queue_word(queue) == __lw_queue_word(__lw_null_queue())
//
// Not thread-safe; one object per run of the front end.
#pragma once

#include <clang/AST/DeclGroup.h>

#include <string_view>

namespace clang {
class FunctionDecl;
}

namespace lanewise::compiler {

/// Returns the declarations that repair() needs, to append to Clang's OpenCL header.
std::string_view queue_value_declarations();

class QueueValues {
public:
    /// Repairs the values in `group`. Must be called with all declarations, before code is generated for them.
    void repair(clang::DeclGroupRef group);

private:
    clang::FunctionDecl* queue_word_ = nullptr;
    clang::FunctionDecl* event_word_ = nullptr;
    clang::FunctionDecl* null_queue_ = nullptr;
    clang::FunctionDecl* null_event_ = nullptr;
};

}  // namespace lanewise::compiler
