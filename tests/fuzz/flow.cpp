#include "flow.h"

namespace lanewise::fuzz {
namespace {

class Flattener {
public:
    Flow flatten(const Block& body) {
        add(body);
        flow_.loops = loops_;
        return std::move(flow_);
    }

private:
    using Kind = Step::Kind;
    using Fixups = std::vector<std::size_t>;  // indices of steps whose targets are not yet set

    // An enclosing loop or switch, with the steps of its `break` and `continue` statements. The targets of these steps
    // are set at the end of the loop or switch. A switch passes the steps of `continue` statements on to the loop
    // around the switch.
    struct Around {
        Fixups breaks, continues;
        bool is_loop = true;
    };

    std::size_t here() const { return flow_.steps.size(); }
    std::size_t add(Kind kind, const Statement& statement, std::size_t target = 0);
    void bind(const Fixups& fixups) {
        for (const std::size_t at : fixups) flow_.steps[at].target = here();
    }
    void add(const Block& block) {
        for (const StatementPtr& statement : block) add(*statement);
    }
    void add(const Statement& statement);
    void add_branch(const Statement& statement);
    void add_loop(const Statement& statement);
    void add_choice(const Statement& statement);
    void add_jump_in(const Statement& statement);
    void add_tangle(const Statement& statement);
    void add_endless(const Statement& statement);
    void begin(const Statement& statement);
    void enter_loop() {
        inside_.push_back(loops_++);
        flow_.loop_starts.push_back(here());
    }
    void end() { inside_.pop_back(); }

    Flow flow_;
    std::vector<Around> around_;
    std::vector<unsigned> inside_;  // numbers of the enclosing loops
    unsigned loops_ = 0;
};

std::size_t Flattener::add(Kind kind, const Statement& statement, std::size_t target) {
    Step step;
    step.kind = kind;
    step.statement = &statement;
    step.condition = statement.condition.get();
    step.target = target;
    step.loop = inside_.empty() ? 0 : inside_.back();
    if (kind == Kind::call || kind == Kind::meet || kind == Kind::meet_lanes) step.loops = inside_;
    flow_.steps.push_back(std::move(step));
    return here() - 1;
}

void Flattener::add(const Statement& statement) {
    switch (statement.action) {
        case Action::branch: return add_branch(statement);
        case Action::loop: return add_loop(statement);
        case Action::choice: return add_choice(statement);
        case Action::jump_in: return add_jump_in(statement);
        case Action::tangle: return add_tangle(statement);
        case Action::endless: return add_endless(statement);
        case Action::call: add(Kind::call, statement); return;
        case Action::barrier: add(Kind::meet, statement); return;
        case Action::sub_group: add(Kind::meet_lanes, statement); return;
        case Action::give_back: add(Kind::give_back, statement); return;
        case Action::leave_loop: around_.back().breaks.push_back(add(Kind::jump, statement)); return;
        case Action::next_iteration:
            for (std::size_t i = around_.size(); i-- > 0;)
                if (around_[i].is_loop) {
                    around_[i].continues.push_back(add(Kind::jump, statement));
                    return;
                }
            return;
        default: add(Kind::run, statement);
    }
}

void Flattener::add_branch(const Statement& statement) {
    const std::size_t test = add(Kind::unless, statement);
    add(statement.body);
    const std::size_t out = statement.otherwise.empty() ? test : add(Kind::jump, statement);
    if (out != test) bind({test});
    add(statement.otherwise);
    bind({out});
}

void Flattener::begin(const Statement& statement) {
    enter_loop();
    add(Kind::begin_loop, statement);
}

void Flattener::add_loop(const Statement& statement) {
    begin(statement);
    around_.push_back({});
    const std::size_t head = here();
    const bool tests_last = statement.loop == LoopKind::do_while;
    const bool steps_first = statement.loop == LoopKind::while_loop || statement.loop == LoopKind::open;
    Fixups exits;
    if (!tests_last) exits.push_back(add(Kind::exit_loop, statement));
    if (steps_first) add(Kind::step_loop, statement);
    add(statement.body);
    bind(around_.back().continues);
    if (!steps_first) add(Kind::step_loop, statement);
    if (tests_last) exits.push_back(add(Kind::exit_loop, statement));
    add(Kind::next_round, statement);
    add(Kind::jump, statement, head);
    bind(exits);
    bind(around_.back().breaks);
    around_.pop_back();
    end();
}

void Flattener::add_choice(const Statement& statement) {
    const std::size_t choose = add(Kind::choose, statement);
    around_.push_back({});
    around_.back().is_loop = false;
    std::size_t otherwise = 0;
    std::vector<std::size_t> starts;
    for (const Case& one : statement.cases) {
        if (one.is_default) otherwise = here();
        starts.push_back(here());
        add(one.body);
        if (!one.falls_through) around_.back().breaks.push_back(add(Kind::jump, statement));
    }
    bind(around_.back().breaks);
    around_.pop_back();
    std::vector<std::size_t> targets(17, otherwise ? otherwise : here());
    for (std::size_t i = 0; i < starts.size(); ++i)
        for (const unsigned label : statement.cases[i].labels) targets[label] = starts[i];
    flow_.steps[choose].targets = targets;
}

void Flattener::add_jump_in(const Statement& statement) {
    begin(statement);
    around_.push_back({});
    const std::size_t choose = add(Kind::choose, statement);
    std::vector<std::size_t> starts;
    for (const Case& part : statement.cases) {
        starts.push_back(here());
        add(part.body);
    }
    bind(around_.back().continues);
    add(Kind::step_loop, statement);
    const std::size_t exit = add(Kind::exit_loop, statement);
    add(Kind::next_round, statement);
    add(Kind::jump, statement, starts[0]);
    bind({exit});
    bind(around_.back().breaks);
    around_.pop_back();
    end();
    starts.resize(17, starts[0]);
    flow_.steps[choose].targets = starts;
}

void Flattener::add_tangle(const Statement& statement) {
    begin(statement);
    const std::size_t choose = add(Kind::choose, statement);
    std::vector<std::size_t> starts, jumps;
    for (unsigned part = 0; part < statement.cases.size(); ++part) {
        const Jump& jump = statement.cases[part].jump;
        starts.push_back(here());
        add(statement.cases[part].body);
        jumps.push_back(0);
        if (!jump.condition) continue;
        Fixups stays;
        const bool goes_back = jump.target <= part;
        const std::size_t test = add(Kind::unless, statement);
        flow_.steps[test].condition = jump.condition.get();
        stays.push_back(test);
        if (goes_back) stays.push_back(add(Kind::spend, statement));
        jumps.back() = add(Kind::jump, statement);
        bind(stays);
    }
    for (unsigned part = 0; part < starts.size(); ++part)
        if (jumps[part]) flow_.steps[jumps[part]].target = starts[statement.cases[part].jump.target];
    end();
    starts.resize(17, starts[0]);
    flow_.steps[choose].targets = starts;
}

void Flattener::add_endless(const Statement& statement) {
    enter_loop();
    around_.push_back({});
    const std::size_t head = here();
    add(statement.body);
    bind(around_.back().continues);
    add(Kind::next_round, statement);
    add(Kind::jump, statement, head);
    bind(around_.back().breaks);
    around_.pop_back();
    end();
}

}  // namespace

Flow flatten(const ProgramFunction& function) { return Flattener().flatten(function.body); }

}  // namespace lanewise::fuzz
