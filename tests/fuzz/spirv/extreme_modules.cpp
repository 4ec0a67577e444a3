#include "extreme_modules.h"

#include <cstring>

#include "spirv/grammar.h"

namespace lanewise::fuzz_spirv {
namespace {

using spirv::Op;
using Id = std::uint32_t;

constexpr std::uint32_t many = 100000;

// Returns a word of four letters. Different numbers below 26^4 give different words.
std::uint32_t letters(std::uint32_t number) {
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i, number /= 26) word = word << 8 | (0x61 + number % 26);
    return word;
}

// Builds a module with a kernel "k", whose parameter is a pointer to global uints.
class Builder {
public:
    Builder() {
        add(Op::Capability, {4});
        add(Op::Capability, {5});
        add(Op::Capability, {6});
        add(Op::Capability, {11});
        add(Op::MemoryModel, {2, 2});
        add(Op::EntryPoint, {6, kernel, 0x6b});
    }

    void add(Op op, const Words& operands) {
        words_.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | static_cast<std::uint32_t>(op));
        words_.insert(words_.end(), operands.begin(), operands.end());
    }

    // Add an instruction whose result is a new id. The id is the first operand if the instruction has no result type,
    // and the second otherwise.
    Id type(Op op, Words operands = {}) {
        operands.insert(operands.begin(), next_);
        add(op, operands);
        return next_++;
    }
    Id value(Op op, Id type, Words operands = {}) {
        operands.insert(operands.begin(), {type, next_});
        add(op, operands);
        return next_++;
    }
    Id fresh() { return next_++; }

    void types() {
        void_ = type(Op::TypeVoid);
        uint = type(Op::TypeInt, {32, 0});
        boolean = type(Op::TypeBool);
        pointer = type(Op::TypePointer, {5, uint});
        zero = value(Op::Constant, uint, {0});
        two = value(Op::Constant, uint, {2});
        truth = value(Op::ConstantTrue, boolean);
        function_type = type(Op::TypeFunction, {void_, pointer});
    }
    void begin_kernel() {
        add(Op::Function, {void_, kernel, 0, function_type});
        out = value(Op::FunctionParameter, pointer);
        block = type(Op::Label);
    }
    void end_kernel() {
        add(Op::Return, {});
        add(Op::FunctionEnd, {});
    }

    Bytes take() {
        Words all{0x07230203, 0x00010400, 0, next_, 0};
        all.insert(all.end(), words_.begin(), words_.end());
        Bytes bytes(all.size() * sizeof(std::uint32_t));
        std::memcpy(bytes.data(), all.data(), bytes.size());
        return bytes;
    }

    static constexpr Id kernel = 1;
    Id void_ = 0, uint = 0, boolean = 0, pointer = 0, zero = 0, two = 0, truth = 0, function_type = 0, out = 0,
       block = 0;

private:
    Words words_;
    Id next_ = 2;
};

// Returns a module with extreme types, annotations or constants, and a kernel that stores a value.
template <class Globals>
Bytes with_globals(Globals&& globals) {
    Builder module;
    module.types();
    globals(module);
    module.begin_kernel();
    module.add(Op::Store, {module.out, module.zero});
    module.end_kernel();
    return module.take();
}

template <class Body>
Bytes with_body(Body&& body) {
    Builder module;
    module.types();
    module.begin_kernel();
    body(module);
    module.end_kernel();
    return module.take();
}

Bytes nested_arrays() {
    return with_globals([](Builder& module) {
        Id type = module.uint;
        const Id one = module.value(Op::Constant, module.uint, {1});
        for (std::uint32_t i = 0; i < many; ++i) type = module.type(Op::TypeArray, {type, one});
    });
}

Bytes nested_structures() {
    return with_globals([](Builder& module) {
        Id type = module.uint;
        for (std::uint32_t i = 0; i < many; ++i) type = module.type(Op::TypeStruct, {type});
    });
}

Bytes nested_pointers() {
    return with_globals([](Builder& module) {
        Id type = module.pointer;
        for (std::uint32_t i = 0; i < many; ++i) type = module.type(Op::TypePointer, {5, type});
        module.value(Op::ConstantNull, type);
    });
}

// Nested structures: each structure has two members of the type of the next inner structure. The outermost structure
// thus contains 2^250 innermost structures.
Bytes doubled_structures(Words leaf_members) {
    return with_globals([&](Builder& module) {
        for (Id& member : leaf_members) member = module.uint;
        Id type = module.type(Op::TypeStruct, leaf_members);
        for (int i = 0; i < 250; ++i) type = module.type(Op::TypeStruct, {type, type});
        const Id place = module.type(Op::TypePointer, {5, type});
        const Id null = module.value(Op::ConstantNull, type);
        module.value(Op::Variable, place, {5, null});
    });
}

// Constants of nested arrays with two elements each, on `levels` levels. Real programs may have constants of this size.
template <int levels>
Bytes doubled_constants() {
    return with_globals([](Builder& module) {
        Id type = module.uint, value = module.two;
        for (int i = 0; i < levels; ++i) {
            type = module.type(Op::TypeArray, {type, module.two});
            value = module.value(Op::ConstantComposite, type, {value, value});
        }
        const Id place = module.type(Op::TypePointer, {5, type});
        module.value(Op::Variable, place, {5, value});
    });
}

// A large array that is loaded as a value, changed and stored `count` times.
template <std::uint32_t length, std::uint32_t count>
Bytes large_values() {
    Builder module;
    module.types();
    const Id elements = module.value(Op::Constant, module.uint, {length});
    const Id array = module.type(Op::TypeArray, {module.uint, elements});
    const Id place = module.type(Op::TypePointer, {7, array});
    const Id null = module.value(Op::ConstantNull, array);
    module.begin_kernel();
    const Id variable = module.value(Op::Variable, place, {7, null});
    for (std::uint32_t i = 0; i < count; ++i) {
        const Id loaded = module.value(Op::Load, array, {variable});
        const Id changed = module.value(Op::CompositeInsert, array, {module.two, loaded, i % length});
        module.add(Op::Store, {variable, changed});
    }
    module.end_kernel();
    return module.take();
}

Bytes constant_inserts() {
    Builder module;
    module.types();
    const Id length = module.value(Op::Constant, module.uint, {60000});
    const Id array = module.type(Op::TypeArray, {module.uint, length});
    Id value = module.value(Op::ConstantNull, array);
    for (std::uint32_t i = 0; i < 20000; ++i)
        value = module.value(Op::SpecConstantOp, array,
                             {static_cast<std::uint32_t>(Op::CompositeInsert), module.two, value, i});
    module.begin_kernel();
    module.end_kernel();
    return module.take();
}

Bytes many_constants() {
    return with_globals([](Builder& module) {
        for (std::uint32_t i = 0; i < many; ++i) module.value(Op::Constant, module.uint, {i});
    });
}

Bytes long_constant_operations() {
    return with_globals([](Builder& module) {
        Id value = module.two;
        for (std::uint32_t i = 0; i < many; ++i)
            value = module.value(Op::SpecConstantOp, module.uint, {static_cast<std::uint32_t>(Op::IAdd), value, value});
    });
}

Bytes many_variables() {
    return with_globals([](Builder& module) {
        for (std::uint32_t i = 0; i < many; ++i) module.value(Op::Variable, module.pointer, {5, module.two});
    });
}

template <std::uint32_t bits>
Bytes large_variable() {
    return with_globals([](Builder& module) {
        const Id length = module.value(Op::Constant, module.uint, {1u << bits});
        const Id array = module.type(Op::TypeArray, {module.uint, length});
        const Id place = module.type(Op::TypePointer, {5, array});
        module.value(Op::Variable, place, {5});
    });
}

// A decoration group with many decorations, which is applied to many ids.
Bytes decoration_groups() {
    Builder module;
    const Id group = module.fresh();
    const Id first = 1u << 18;
    for (std::uint32_t i = 0; i < many; ++i) module.add(Op::Decorate, {group, 4469});
    module.type(Op::DecorationGroup);
    for (std::uint32_t i = 0; i < many; ++i) module.add(Op::GroupDecorate, {group, first + i});
    for (std::uint32_t i = 0; i < many; ++i) module.add(Op::GroupDecorate, {group, 20});
    module.types();
    for (std::uint32_t i = 0; i < many; ++i) module.add(Op::Constant, {module.uint, first + i, i});
    module.begin_kernel();
    for (std::uint32_t i = 0; i < 1000; ++i) module.value(Op::IAdd, module.uint, {first + i, first + i});
    module.end_kernel();
    return module.take();
}

Bytes many_blocks(std::uint32_t count) {
    return with_body([&](Builder& module) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const Id next = module.fresh();
            module.add(Op::Branch, {next});
            module.add(Op::Label, {next});
        }
    });
}

// A chain of conditional branches, all of which can go to the last block. The phi in the last block has a value for
// each branch.
Bytes large_phi() {
    return with_body([](Builder& module) {
        constexpr std::uint32_t count = 32000;
        const Id last = module.fresh();
        Words entries;
        Id block = module.block;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Id next = module.fresh();
            entries.insert(entries.end(), {module.two, block});
            module.add(Op::BranchConditional, {module.truth, last, next});
            module.add(Op::Label, {next});
            block = next;
        }
        entries.insert(entries.end(), {module.zero, block});
        module.add(Op::Branch, {last});
        module.add(Op::Label, {last});
        for (int i = 0; i < 20; ++i) {
            const Id phi = module.fresh();
            Words operands{module.uint, phi};
            operands.insert(operands.end(), entries.begin(), entries.end());
            module.add(Op::Phi, operands);
        }
    });
}

Bytes large_switch() {
    return with_body([](Builder& module) {
        constexpr std::uint32_t count = 32000;
        const Id value = module.value(Op::Load, module.uint, {module.out});
        const Id last = module.fresh();
        Words operands{value, last};
        for (std::uint32_t i = 0; i < count; ++i) operands.insert(operands.end(), {i * 7, last});
        module.add(Op::Switch, operands);
        module.add(Op::Label, {last});
        module.value(Op::Phi, module.uint, {value, module.block});
    });
}

Bytes many_calls() {
    Builder module;
    module.types();
    const Id type = module.type(Op::TypeFunction, {module.uint, module.uint});
    const Id callee = module.fresh();
    module.begin_kernel();
    Id value = module.value(Op::Load, module.uint, {module.out});
    for (std::uint32_t i = 0; i < many; ++i) value = module.value(Op::FunctionCall, module.uint, {callee, value});
    module.add(Op::Store, {module.out, value});
    module.end_kernel();
    module.add(Op::Function, {module.uint, callee, 2, type});
    const Id parameter = module.value(Op::FunctionParameter, module.uint);
    module.type(Op::Label);
    const Id more = module.value(Op::IMul, module.uint, {parameter, parameter});
    module.add(Op::ReturnValue, {more});
    module.add(Op::FunctionEnd, {});
    return module.take();
}

// A chain of `count` functions. Each function calls the next function of the chain `calls` times.
template <std::uint32_t calls, std::uint32_t count>
Bytes deep_calls() {
    Builder module;
    module.types();
    const Id type = module.type(Op::TypeFunction, {module.uint, module.uint});
    Id callee = module.fresh();
    module.begin_kernel();
    Id value = module.value(Op::FunctionCall, module.uint, {callee, module.two});
    module.add(Op::Store, {module.out, value});
    module.end_kernel();
    for (std::uint32_t i = 0; i < count; ++i) {
        module.add(Op::Function, {module.uint, callee, 0, type});
        value = module.value(Op::FunctionParameter, module.uint);
        module.type(Op::Label);
        callee = module.fresh();
        for (std::uint32_t c = 0; c < calls && i + 1 < count; ++c)
            value = module.value(Op::FunctionCall, module.uint, {callee, value});
        module.add(Op::ReturnValue, {value});
        module.add(Op::FunctionEnd, {});
    }
    return module.take();
}

Bytes long_arithmetic() {
    return with_body([](Builder& module) {
        Id value = module.value(Op::Load, module.uint, {module.out});
        for (std::uint32_t i = 0; i < many; ++i)
            value = module.value(i % 2 == 0 ? Op::IMul : Op::BitwiseXor, module.uint, {value, module.two});
        module.add(Op::Store, {module.out, value});
    });
}

Bytes many_kernels() {
    Builder module;
    for (std::uint32_t i = 0; i < 30000; ++i) module.add(Op::EntryPoint, {6, Builder::kernel, letters(i), 0});
    module.types();
    module.begin_kernel();
    module.add(Op::Store, {module.out, module.zero});
    module.end_kernel();
    return module.take();
}

// A function with many parameters, which is the entry point of many kernels.
Bytes many_parameters() {
    Builder module;
    constexpr std::uint32_t count = 20000;
    for (std::uint32_t i = 0; i < count; ++i) module.add(Op::EntryPoint, {6, Builder::kernel, letters(i), 0});
    module.types();
    Words parameters{module.void_};
    for (std::uint32_t i = 0; i < count; ++i) parameters.push_back(module.uint);
    const Id type = module.type(Op::TypeFunction, parameters);
    module.add(Op::Function, {module.void_, Builder::kernel, 0, type});
    for (std::uint32_t i = 0; i < count; ++i) module.value(Op::FunctionParameter, module.uint);
    module.type(Op::Label);
    module.end_kernel();
    return module.take();
}

Bytes many_names() {
    return with_globals([](Builder& module) {
        for (std::uint32_t i = 0; i < many; ++i) module.add(Op::Name, {Builder::kernel, letters(i), 0});
        for (std::uint32_t i = 0; i < many; ++i) module.add(Op::Decorate, {Builder::kernel, 4469});
    });
}

Bytes long_string() {
    return with_globals([](Builder& module) {
        Words text(65000, 0x20202020);
        text.push_back(0);
        text.insert(text.begin(), Builder::kernel);
        module.add(Op::Name, text);
    });
}

Bytes huge_ids() {
    return with_globals([](Builder& module) { module.add(Op::TypeInt, {16777215, 64, 0}); });
}

Bytes many_local_variables() {
    return with_body([](Builder& module) {
        // Copies a pointer many times (OpCopyObject) instead of declaring many variables.
        for (std::uint32_t i = 0; i < many; ++i) module.value(Op::CopyObject, module.pointer, {module.out});
    });
}

// Irreducible flow: every block may branch to the next block, and to another block before or after it.
Bytes irreducible() {
    return with_body([](Builder& module) {
        constexpr std::uint32_t count = 300;
        std::vector<Id> blocks;
        for (std::uint32_t i = 0; i < count; ++i) blocks.push_back(module.fresh());
        const Id last = module.fresh();
        module.add(Op::Branch, {blocks[0]});
        for (std::uint32_t i = 0; i < count; ++i) {
            module.add(Op::Label, {blocks[i]});
            const Id value = module.value(Op::Load, module.uint, {module.out});
            const Id condition = module.value(Op::IEqual, module.boolean, {value, module.two});
            module.add(Op::Store, {module.out, value});
            const Id next = i + 1 < count ? blocks[i + 1] : last;
            module.add(Op::BranchConditional, {condition, next, blocks[(i * 37 + 11) % count]});
        }
        module.add(Op::Label, {last});
    });
}

}  // namespace

const std::vector<ExtremeModule>& extreme_modules() {
    static const std::vector<ExtremeModule> all{
        {"nested arrays", nested_arrays},
        {"nested structures", nested_structures},
        {"nested pointers", nested_pointers},
        {"doubled structures", [] { return doubled_structures({0}); }},
        {"doubled empty structures", [] { return doubled_structures({}); }},
        {"doubled constants, 16 levels", doubled_constants<16>},
        {"doubled constants, 28 levels", doubled_constants<28>},
        {"doubled constants, 38 levels", doubled_constants<38>},
        {"large values", large_values<60000, 4>},
        {"many large values", large_values<60000, 2000>},
        {"huge values", large_values<1u << 30, 1>},
        {"middle values", large_values<200, 500>},
        {"constant inserts", constant_inserts},
        {"many constants", many_constants},
        {"long constant operations", long_constant_operations},
        {"many variables", many_variables},
        {"a large variable", large_variable<24>},
        {"a huge variable", large_variable<31>},
        {"decoration groups", decoration_groups},
        {"many blocks", [] { return many_blocks(many); }},
        {"a million blocks", [] { return many_blocks(10 * many); }},
        {"large phis", large_phi},
        {"a large switch", large_switch},
        {"many calls", many_calls},
        {"deep calls", deep_calls<1, 20000>},
        {"doubled calls", deep_calls<2, 40>},
        {"long arithmetic", long_arithmetic},
        {"many kernels", many_kernels},
        {"many kernels with many parameters", many_parameters},
        {"many names", many_names},
        {"a long string", long_string},
        {"huge ids", huge_ids},
        {"many copies", many_local_variables},
        {"irreducible flow", irreducible},
    };
    return all;
}

}  // namespace lanewise::fuzz_spirv
