// Repairs comparisons and null values of queue_t and clk_event_t, for which Clang generates invalid code or no code.
// The repaired expressions compare and create the 64-bit words that represent these types. Functions of the builtin
// library convert a queue or an event to its word and return null values.
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

/// Returns declarations that must be appended to Clang's OpenCL header, since repair() uses them.
std::string_view queue_value_declarations();

class QueueValues {
public:
    /// Repairs comparisons and null values in one group of declarations. Must be called for all groups of declarations,
    /// before code is generated for them.
    void repair(clang::DeclGroupRef group);

private:
    clang::FunctionDecl* queue_word_ = nullptr;
    clang::FunctionDecl* event_word_ = nullptr;
    clang::FunctionDecl* null_queue_ = nullptr;
    clang::FunctionDecl* null_event_ = nullptr;
};

}  // namespace lanewise::compiler
