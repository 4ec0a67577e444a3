#include "reducer.h"

namespace lanewise::fuzz {
namespace {

class Reducer {
public:
    explicit Reducer(const std::function<bool()>& is_wrong) : is_wrong_(is_wrong) {}

    bool changed() const { return changed_; }
    void reduce(Block& block);
    void reduce(ExpressionPtr& expression);

private:
    bool keep_if_wrong() {
        const bool wrong = is_wrong_();
        changed_ |= wrong;
        return wrong;
    }
    void reduce_inside(Statement& statement);

    const std::function<bool()>& is_wrong_;
    bool changed_ = false;
};

void Reducer::reduce(Block& block) {
    for (std::size_t i = block.size(); i-- > 0;) {
        const StatementPtr statement = block[i];
        const Action action = statement->action;
        if (action != Action::barrier && action != Action::store_shared) {
            block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
            if (keep_if_wrong()) continue;
            block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), statement);
        }
        // Tries to replace a branch or loop by its body.
        if (!statement->body.empty()) {
            Block flat = block;
            flat.erase(flat.begin() + static_cast<std::ptrdiff_t>(i));
            flat.insert(flat.begin() + static_cast<std::ptrdiff_t>(i), statement->body.begin(), statement->body.end());
            std::swap(block, flat);
            if (keep_if_wrong()) {
                i += statement->body.size();
                continue;
            }
            std::swap(block, flat);
        }
        reduce_inside(const_cast<Statement&>(*statement));
    }
}

void Reducer::reduce_inside(Statement& statement) {
    reduce(statement.body);
    reduce(statement.otherwise);
    for (Case& one : statement.cases) reduce(one.body);
    for (ExpressionPtr* expression : {&statement.value, &statement.condition, &statement.index}) reduce(*expression);
    for (ExpressionPtr& argument : statement.arguments) reduce(argument);
}

void Reducer::reduce(ExpressionPtr& expression) {
    if (!expression || expression->node == Node::literal) return;
    const ExpressionPtr whole = expression;
    std::vector<ExpressionPtr> simpler;
    auto one = std::make_shared<Expression>();
    one->type = whole->type;
    one->value = convert(whole->type, Value{{Scalar::i32, whole->type.width}, {1, 1, 1, 1}});
    simpler.push_back(one);
    for (const ExpressionPtr& argument : whole->arguments)
        if (argument->type == whole->type) simpler.push_back(argument);
    for (const ExpressionPtr& other : simpler) {
        expression = other;
        if (keep_if_wrong()) return reduce(expression);
    }
    expression = whole;
    auto& inside = const_cast<Expression&>(*whole);
    for (ExpressionPtr& argument : inside.arguments) reduce(argument);
    reduce(inside.place.index);
    reduce(inside.place.member_index);
}

}  // namespace

void reduce(Program& program, const std::function<bool()>& is_wrong) {
    bool again = is_wrong();
    while (again) {
        Reducer reducer(is_wrong);
        for (auto function = program.functions.rbegin(); function != program.functions.rend(); ++function) {
            reducer.reduce((*function)->body);
            for (ExpressionPtr& start : (*function)->start_values) reducer.reduce(start);
        }
        again = reducer.changed();
    }
}

}  // namespace lanewise::fuzz
