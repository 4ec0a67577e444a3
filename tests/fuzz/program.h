// Random programs as trees: program_printer.h prints them as OpenCL C and interpreter.h runs them. No behaviour is
// undefined, and no result depends on the order of work-items.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "value.h"

namespace lanewise::fuzz {

struct Expression;
struct Statement;
using ExpressionPtr = std::shared_ptr<const Expression>;
using StatementPtr = std::shared_ptr<const Statement>;
using Block = std::vector<StatementPtr>;

struct Member {
    std::string name;
    Type type;
    unsigned count = 0;  // elements of an array; 0: no array
    unsigned offset = 0;
};

struct Structure {
    std::string name;       // with its keyword
    bool is_union = false;  // all members are at offset 0, each as large as the union
    std::vector<Member> members;
    unsigned bytes = 0;
};

/// A private variable or parameter: a value, an array, a structure, an array of structures, or a pointer. A pointer
/// parameter points to the first element of an array; Action::aim sets a pointer variable.
struct Variable {
    std::string name;
    Type type;
    const Structure* structure = nullptr;  // in place of `type`
    unsigned count = 0;                    // elements, a power of two; 0: no array
    bool is_pointer = false;               // `T* name`, to `count` elements (0: to one)
    bool is_uniform = false;               // the same for all work-items of a group
    bool is_constant = false;              // nothing is assigned to it
    unsigned offset = 0;                   // in its function's frame

    unsigned element_bytes() const { return structure ? structure->bytes : type.bytes(); }
    unsigned bytes() const { return is_pointer ? 8 : element_bytes() * (count ? count : 1); }
};

/// The elements of a buffer that a work-item may write. Element `k` (below `per_item`) of item `i` of `n` is:
enum class Ownership : std::uint8_t {
    input,     // no element; all may be read
    zeros,     // no element; an input that holds only zeros, unknown to the compiler
    blocked,   // i * per_item + k
    reversed,  // (n - 1 - i) * per_item + k
    planar,    // k * n + i
};

struct Buffer {
    std::string name;
    std::string space;  // "global const", "constant" or "global"
    Type element;
    Ownership ownership = Ownership::input;
    unsigned per_item = 1;  // a power of two
    unsigned size = 0;      // elements; the NDRange determines those of outputs
};

/// A value in memory or in a variable: `variable[index].member[member_index].lanes`.
struct Place {
    std::shared_ptr<const Variable> variable;
    ExpressionPtr index;
    int member = -1;
    ExpressionPtr member_index;
    std::vector<unsigned> lanes;  // empty: the whole value

    Type type() const;
};

/// Values that every work-item knows, from the functions' parameters or from OpenCL C's functions.
enum class Known : std::uint8_t {
    item,        // linear global id without offset: `gid`
    local_item,  // linear local id: `lid`
    group_size,  // items of this work-group: `lsz`
    total,       // items of the NDRange
    n,           // an argument
    global_id,
    local_id,
    group_id,
    num_groups,
    global_size,
    local_size,
    global_offset,
};

/// How an input is indexed: by any number, near the item's own index, from the end, by vload, or by vload_half for
/// halves.
enum class Pattern : std::uint8_t { masked, affine, backwards, vload, vload_half };

enum class Node : std::uint8_t {
    literal,
    known,
    place,
    input,
    own,
    shared,
    slot,
    counter,
    operation,
    function,
    convert,
    reinterpret,
    conditional,
    compose,
    swizzle,
};

struct Expression {
    Node node = Node::literal;
    Type type;
    Value value;  // literal
    Known known = Known::item;
    unsigned dimension = 0;  // of `known`
    Place place;
    unsigned buffer = 0;                // input, own: number of the buffer; counter: its number
    Pattern pattern = Pattern::masked;  // input
    unsigned scale = 1, offset = 0;     // input (affine), shared: place (lid * scale + offset) % lsz
    Operator operation = Operator::add;
    Function function = Function::negate;
    std::vector<ExpressionPtr> arguments;
    std::vector<unsigned> lanes;  // swizzle
};

enum class Action : std::uint8_t {
    assign,          // place = value
    store_own,       // element `index` of the item's own part of output `buffer` = value
    store_vector,    // vstore over the whole own part of output `buffer`
    store_shared,    // shared[lid] = value; if `condition` holds (when set); at `offset` (when set)
    count,           // atomic on the counter `buffer` of the group, or (`is_global`) of the launch
    put,             // packets into the pipe `packets`: see PipeUse; value, value + 1...
    take,            // place = the sum of packets of the pipe `numbers`, which all hold `pipe_number`
    own_atomic,      // place = atomic on an element of the item's own part
    enqueue,         // a block that calls a child's function with copies of the arguments: see Statement
    copy_structure,  // place.variable = other
    call,            // place = function(...), or no place
    aim,             // place.variable = condition ? &targets[0] : &targets[1]
    branch,
    loop,
    choice,
    jump_in,
    tangle,   // parts with labels, each of which may go to another; see Jump
    endless,  // for (;;), where no work-item comes
    barrier,
    sub_group,  // place = the result of a sub-group operation of the lanes that come here together
    leave_loop,
    next_iteration,
    give_back,
    reduce_step,  // if (lid < s && lid + s < lsz) shared[lid] = shared[lid] + shared[lid + s]
};

/// `open`: for (;;) with the test inside; `strided`: for (j = lid; j < bound; j += lsz).
enum class LoopKind : std::uint8_t { counted, while_loop, do_while, open, strided };

/// How packets are put or taken. `one`: one per call; `some`: through a reservation (put: 1 + (value & 3), take: two);
/// `by_group`: one per work-item through a reservation of the group.
enum class PipeUse : std::uint8_t { one, some, by_group };
inline constexpr std::uint32_t pipe_number = 0x9E3779B9;

enum class Atomic : std::uint8_t { add, bit_or, bit_xor, maximum, minimum, bit_and, exchange, compare };
inline constexpr unsigned group_counters = 6;

/// Sub-group operations (sub_group_operations.h). From `first` on, operations only move values.
enum class SubGroup : std::uint8_t {
    fold,  // as `fold` and `form` say
    any,
    all,
    all_equal,
    elect,
    count,
    count_upto,
    count_before,
    mask_lt,
    mask_le,
    mask_eq,
    mask_ge,
    mask_gt,
    lowest,
    highest,
    inverse,
    extract,
    first,
    last,
    shuffle_xor,
    shuffle_up,
    shuffle_down,
    shuffle_at,
    rotate,
    cluster_rotate,
    intel_at,
    intel_xor,
    intel_up,
    intel_down,
};
inline constexpr unsigned sub_group_kinds = static_cast<unsigned>(SubGroup::intel_down) + 1;

enum class Fold : std::uint8_t {
    add,
    multiply,
    least,
    greatest,
    bit_and,
    bit_or,
    bit_xor,
    logical_and,
    logical_or,
    logical_xor,
};
inline constexpr unsigned fold_kinds = 10;

/// The lanes of a fold: all, those up to the own lane or before it, or a cluster of 2^`offset` neighbours.
enum class FoldForm : std::uint8_t { all, upto, before, cluster };

/// An enqueued block is run by 1 + (value & child_mask) work-items.
inline constexpr std::uint32_t child_mask = 31;
inline constexpr std::uint32_t child_offset = 5;

inline constexpr unsigned max_jumps_back = 5;

/// A goto to part `target` at the end of a part of a tangle. A tangle jumps back at most `max_jumps_back` times in all.
struct Jump {
    ExpressionPtr condition;  // none: no jump
    unsigned target = 0;
};

struct Case {
    std::vector<unsigned> labels;
    bool is_default = false;
    bool falls_through = false;
    Block body;
    Jump jump;
};

/// The target of a pointer: a private place, the item's own slot in local memory, or element `index` of its own part of
/// output `buffer`.
struct Target {
    enum class Kind : std::uint8_t { place, slot, own };
    Kind kind = Kind::place;
    Place place;
    unsigned buffer = 0;
    ExpressionPtr index;
};

struct ProgramFunction;

struct Statement {
    Action action = Action::assign;
    Place place;
    ExpressionPtr value, index, condition;
    std::shared_ptr<const Variable> other;  // copy_structure: source; loop: its counter
    std::shared_ptr<const Variable> bound;  // loop: the counter's bound
    unsigned buffer = 0;
    unsigned offset = 0;  // reduce_step: s
    bool is_global = false;
    bool has_offset = false;
    Atomic atomic = Atomic::add;
    PipeUse pipe_use = PipeUse::one;
    SubGroup sub_group = SubGroup::any;  // `offset`: a distance or lane; `has_offset`: fold by the function of the core
    Fold fold = Fold::add;
    FoldForm form = FoldForm::all;
    const ProgramFunction* function = nullptr;
    std::vector<ExpressionPtr> arguments;  // by value, null for a pointer
    std::vector<Place> pointers;  // by pointer: the variable (or element) pointed to, of which a block has a copy
    /// enqueue: `value` determines the number of work-items (child_mask), `buffer` the flag of when they run;
    /// `is_global`: with an event, `has_offset`: ids start at child_offset.
    unsigned group_items = 0;     // enqueue: of a work-group; 0: not given
    std::vector<Target> targets;  // aim
    LoopKind loop = LoopKind::counted;
    Block body, otherwise;
    std::vector<Case> cases;  // choice; jump_in: the parts of the loop's body; tangle: its parts
};

struct ProgramFunction {
    std::string name;
    Type result;
    bool returns_value = false;
    bool meets = false;          // has barriers
    bool is_child = false;       // for blocks: its first parameter is the work-item's number in its launch
    bool puts_together = false;  // it, or a function that it calls, has sub-group operations
    std::vector<std::shared_ptr<Variable>> parameters;
    std::vector<std::shared_ptr<Variable>> variables;  // without the parameters
    std::vector<ExpressionPtr> start_values;           // of plain variables, else null
    Block body;
    unsigned frame_bytes = 0;
};

struct Program {
    std::vector<std::unique_ptr<Structure>> structures;
    std::vector<Buffer> buffers;
    Type shared;  // element type of `shared`
    bool shared_is_argument = false;
    bool is_volatile = false;  // of local memory and private arrays
    bool has_pipes = false;
    bool has_children = false;
    bool sees_groups = true;       // it uses ids in work-groups, local memory, barriers
    bool one_dimensional = false;  // NDRanges of one dimension without offset: ids by get_global_id(0)
    /// Linear ids count first along this dimension, which is exchanged with dimension 0.
    unsigned first_dimension = 0;
    unsigned sub_group_size = 0;                              // required; 0: the program does not use them
    std::vector<std::unique_ptr<ProgramFunction>> functions;  // the kernel comes last

    const ProgramFunction& kernel() const { return *functions.back(); }
};

inline constexpr unsigned max_group_items = 128;
inline constexpr unsigned input_elements = 1024;
inline constexpr std::uint32_t n_bound = 64;  // Known::n is below this
inline constexpr unsigned global_counter_sets = 4;

inline bool is_written(const Buffer& buffer) { return buffer.ownership >= Ownership::blocked; }

inline Type Place::type() const {
    Type whole = variable->type;
    if (variable->structure) whole = variable->structure->members[static_cast<unsigned>(member)].type;
    return lanes.empty() ? whole : Type{whole.scalar, static_cast<unsigned>(lanes.size())};
}

}  // namespace lanewise::fuzz
