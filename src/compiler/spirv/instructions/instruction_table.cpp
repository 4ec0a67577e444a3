#include "compiler/spirv/instructions/instruction_table.h"

#include <unordered_map>

namespace lanewise::compiler::il {
namespace {

std::unordered_map<std::uint16_t, Translate> make_table() {
    std::unordered_map<std::uint16_t, Translate> table;
    for (const auto rows : {arithmetic_rows(),
                            async_copy_rows(),
                            atomic_rows(),
                            barrier_rows(),
                            bit_rows(),
                            clock_rows(),
                            comparison_rows(),
                            composite_rows(),
                            conditional_memory_rows(),
                            conversion_rows(),
                            device_event_rows(),
                            dot_product_rows(),
                            dynamic_memory_rows(),
                            enqueue_rows(),
                            extended_rows(),
                            group_arithmetic_rows(),
                            group_block_rows(),
                            group_move_rows(),
                            group_vote_rows(),
                            hint_rows(),
                            image_query_rows(),
                            image_rows(),
                            integer_function_rows(),
                            memory_rows(),
                            pipe_rows(),
                            pointer_rows(),
                            wide_arithmetic_rows()})
        for (const TranslationRow& row : rows) table.emplace(static_cast<std::uint16_t>(row.op), row.translate);
    return table;
}

}  // namespace

Translate translation_of(spirv::Op op) {
    static const std::unordered_map<std::uint16_t, Translate> table = make_table();
    const auto found = table.find(static_cast<std::uint16_t>(op));
    return found == table.end() ? nullptr : found->second;
}

}  // namespace lanewise::compiler::il
