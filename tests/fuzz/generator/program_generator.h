// Makes random programs; the seed determines the program. Programs have nested divergent and uniform control flow,
// barriers in uniform control flow and in functions, private arrays and structures, pointers to them, vectors, integers
// of all sizes, floating-point arithmetic, local memory and atomics. Programs of seeds from 2^31 on are small, so that
// each program can run in many setups. Programs of seeds from 3 * 2^30 on are the smallest, so that a test can run many
// of them. Every fourth of these smallest programs has volatile memory. The kernels of seeds from 7 * 2^29 on consist
// only of loops with several exits.
#pragma once

#include <memory>
#include <random>

#include "program.h"

namespace lanewise::fuzz {

class ProgramGenerator {
public:
    explicit ProgramGenerator(std::uint32_t seed)
        : random_(seed), seed_(seed), is_small_(seed >> 31 != 0), is_least_(seed >> 30 == 3) {}

    std::unique_ptr<Program> make();

private:
    using VariablePtr = std::shared_ptr<Variable>;

    // The context of a statement, which determines what the statement may contain.
    struct Scope {
        unsigned depth = 0;
        bool uniform = true;     // all work-items of the group reach the statement together
        bool may_meet = false;   // barriers are allowed if `uniform` is true
        bool can_break = false;  // `break` may leave an enclosing loop or switch
        bool can_continue = false;
        bool freely = false;     // break and continue may depend on the work-item
        bool dead = false;       // no work-item reaches the statement, so any jump is allowed
        bool in_loop = false;    // a loop encloses the statement, so `continue` is valid C
        bool in_choice = false;  // a switch encloses the statement, so `break` is valid C
        bool quiet = false;      // it is unknown which lanes of a sub-group reach the statement together
        bool entered = false;    // the statement is in a loop that a switch enters in the middle
    };

    // Defined in program_generator.cpp
    void make_structures();
    void make_union();
    const Structure* random_structure();
    void make_buffers();
    void make_function(bool is_kernel);
    void finish_function(std::unique_ptr<ProgramFunction> function);
    void declare_variables(bool is_kernel);
    void add_parameters();
    void make_kernel_body();
    VariablePtr declare(Type type, const Structure* structure, unsigned count);
    void finish_frame(ProgramFunction& function);

    // Defined in generate_expressions.cpp
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
    bool chance(unsigned percent) { return below(100) < percent; }
    Scalar random_scalar();
    Type random_type();
    ExpressionPtr literal(Type type);
    ExpressionPtr known(bool uniform);
    ExpressionPtr index(bool uniform);
    ExpressionPtr input(bool uniform);
    ExpressionPtr own_element();
    ExpressionPtr leaf(Type type, bool uniform);
    ExpressionPtr expression(Type type, unsigned depth, bool uniform);
    ExpressionPtr operation_on(Type type, unsigned depth, bool uniform);
    ExpressionPtr rare_function_on(Type type, unsigned depth, bool uniform);
    ExpressionPtr function_on(Type type, unsigned depth, bool uniform);
    ExpressionPtr special(Type type, unsigned depth, bool uniform);
    ExpressionPtr comparison(Type type, unsigned depth, bool uniform);
    ExpressionPtr condition(bool uniform);
    ExpressionPtr adapt(ExpressionPtr value, Type type);
    ExpressionPtr clean(ExpressionPtr value);
    bool random_place(Place& place, bool uniform, bool to_write);

    // Defined in generate_disguise.cpp: values that are constant at run time, but that the compiler cannot know
    ExpressionPtr zero();
    ExpressionPtr never();
    ExpressionPtr always();
    ExpressionPtr disguise_condition(ExpressionPtr condition);
    ExpressionPtr disguise_value(ExpressionPtr value);

    // Defined in generate_flow.cpp
    Scope scope_apart(const Scope& scope) const;
    Scope scope_dead(const Scope& scope) const;
    bool special_flow(Block& block, const Scope& scope);
    void dead_branch(Block& block, const Scope& scope);
    void endless(Block& block, const Scope& scope);
    bool part_ways(Block& block, const Scope& scope);
    void phased_loop(Block& block, const Scope& scope);
    void converging_choice(Block& block, const Scope& scope);
    void tangle(Block& block, const Scope& scope);
    void last_round(Statement& loop, const Scope& inner);
    StatementPtr leaving(Action action);

    // Defined in generate_exits.cpp
    ExpressionPtr own_input();
    ExpressionPtr iterations();
    std::shared_ptr<Statement> counted_loop(ExpressionPtr bound);
    std::shared_ptr<Statement> summing_loop(const VariablePtr& sum, ExpressionPtr bound);
    StatementPtr exit_with(const VariablePtr& found, unsigned value, ExpressionPtr counter);
    void exits(Block& block);
    void after_exits(Block& block, const VariablePtr& sum, const VariablePtr& found);

    // Defined in generate_children.cpp
    void make_child();
    void enqueue(Block& block);

    // Defined in generate_statements.cpp
    Block block(const Scope& scope);
    void statement(Block& block, const Scope& scope);
    void simple_statement(Block& block, const Scope& scope);
    void sub_group(Block& block, const Scope& scope);
    bool copy_structure(Block& block);
    void assignment(Block& block, const Scope& scope);
    void store(Block& block, const Scope& scope);
    void atomic(Block& block, const Scope& scope);
    void use_pipe(Block& block);
    void call(Block& block, const Scope& scope);
    bool point_to(const Variable& parameter, Place& place);
    void pass_arguments(Statement& call);
    void branch(Block& block, const Scope& scope);
    void loop(Block& block, const Scope& scope);
    void choice(Block& block, const Scope& scope);
    void jump_in(Block& block, const Scope& scope);
    void aim(Block& block);
    void aim_at(const VariablePtr& pointer, Block& block, bool only_private);
    void leave(Block& block, const Scope& scope);
    void meeting(Block& block);
    void read_counter(Block& block, std::shared_ptr<Statement> read);
    VariablePtr uniform_variable() const;
    void add_barrier(Block& block);

    std::mt19937 random_;
    std::uint32_t seed_;
    bool is_small_;
    bool is_least_;  // implies is_small_
    std::unique_ptr<Program> program_;
    ProgramFunction* function_ = nullptr;
    bool in_child_ = false;
    std::vector<VariablePtr> visible_;  // variables that the current expression may read
    bool may_return_ = false;           // whether work-items may return while other work-items of the group continue
    std::vector<VariablePtr> zeros_;    // variables of the current function that hold 0
    unsigned names_ = 0;
    unsigned max_depth_ = 2;
    unsigned size_ = 1;  // a quarter of the maximum number of statements in the kernel's body
};

}  // namespace lanewise::fuzz
