// Random programs as trees: program_printer.h prints them as OpenCL C, and interpreter.h runs them. Programs have no
// undefined behaviour, and their results do not depend on the order of work-items.
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
    unsigned count = 0;  // number of elements of an array; 0 if the member is no array
    unsigned offset = 0;
};

struct Structure {
    std::string name;       // name with the keyword `struct` or `union`
    bool is_union = false;  // a union: all members are at offset 0 and fill the union
    std::vector<Member> members;
    unsigned bytes = 0;
};

/// Private variable or parameter of any kind: value, array, structure, array of structures, or pointer. A pointer
/// parameter points to the first element of an array. Action::aim sets a pointer variable.
struct Variable {
    std::string name;
    Type type;
    const Structure* structure = nullptr;  // the structure type; null for other types
    unsigned count = 0;                    // number of elements, a power of two; 0 if the variable is no array
    bool is_pointer = false;   // `T* name`, which points to `count` elements, or to one element if `count` is 0
    bool is_uniform = false;   // has the same value in all work-items of a group
    bool is_constant = false;  // is never assigned
    unsigned offset = 0;       // offset in the function's frame

    unsigned element_bytes() const { return structure ? structure->bytes : type.bytes(); }
    unsigned bytes() const { return is_pointer ? 8 : element_bytes() * (count ? count : 1); }
};

/// Rule that determines which elements of a buffer a work-item may write. The comments below give the buffer index of
/// element `k` < `per_item` of work-item `i`, in a launch of `n` work-items.
enum class Ownership : std::uint8_t {
    input,     // work-items write no element, and may read all elements
    zeros,     // like `input`, but all elements are 0, which the compiler cannot know
    blocked,   // i * per_item + k
    reversed,  // (n - 1 - i) * per_item + k
    planar,    // k * n + i
};

struct Buffer {
    std::string name;
    std::string space;  // address space: "global const", "constant" or "global"
    Type element;
    Ownership ownership = Ownership::input;
    unsigned per_item = 1;  // elements of each work-item; a power of two
    unsigned size = 0;      // number of elements; for outputs it depends on the NDRange
};

/// Reference to a value in a private variable: `variable[index].member[member_index].lanes`.
struct Place {
    std::shared_ptr<const Variable> variable;
    ExpressionPtr index;
    int member = -1;
    ExpressionPtr member_index;
    std::vector<unsigned> lanes;  // the vector elements that a swizzle selects; empty for the whole vector

    Type type() const;
};

/// Values that the whole program can read. Each is a parameter of all functions, or the result of a work-item function
/// of OpenCL C.
enum class Known : std::uint8_t {
    item,        // linear global id without the offset (`gid`)
    local_item,  // linear local id (`lid`)
    group_size,  // number of work-items of this work-group (`lsz`)
    total,       // number of work-items of the NDRange
    n,           // an argument of the kernel
    global_id,
    local_id,
    group_id,
    num_groups,
    global_size,
    local_size,
    global_offset,
};

/// Ways to index an input. `masked` is any index, `affine` an index near the work-item's id, and `backwards` an index
/// counted from the end. vload_half is only for halves.
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
    Value value;  // for literal
    Known known = Known::item;
    unsigned dimension = 0;  // argument of the work-item function `known`; unused if `known` is no function
    Place place;
    unsigned buffer = 0;                // for input and own: number of the buffer; for counter: number of the counter
    Pattern pattern = Pattern::masked;  // for input
    unsigned scale = 1, offset = 0;     // for affine input and shared: index (lid * scale + offset) % lsz
    Operator operation = Operator::add;
    Function function = Function::negate;
    std::vector<ExpressionPtr> arguments;
    std::vector<unsigned> lanes;  // for swizzle
};

enum class Action : std::uint8_t {
    assign,          // place = value
    store_own,       // element `index` of the work-item's own part of output `buffer` = value
    store_vector,    // vstore to the whole part of output `buffer` that belongs to the work-item
    store_shared,    // shared[lid] = value; only if `condition` is null or true, and at index `offset` if `has_offset`
    count,           // atomic operation on counter `buffer` of the group, or of the launch if `is_global`
    put,             // writes value, value + 1, ... to the pipe `packets`, as PipeUse says
    take,            // place = sum of packets from the pipe `numbers`; each of its packets has the value `pipe_number`
    own_atomic,      // place = result of an atomic operation on an element of the work-item's own part
    enqueue,         // enqueues a block that calls a child function with copies of the arguments; see Statement
    copy_structure,  // place.variable = other
    call,            // place = function(...), or only the call
    aim,             // place.variable = condition ? &targets[0] : &targets[1]
    branch,
    loop,
    choice,
    jump_in,
    tangle,   // parts with labels; a part may end with a goto to any part (see Jump)
    endless,  // an endless loop in code that no work-item reaches
    barrier,
    sub_group,  // place = result of a sub-group operation on the lanes that arrive together
    leave_loop,
    next_iteration,
    give_back,
    reduce_step,  // if (lid < s && lid + s < lsz) shared[lid] = shared[lid] + shared[lid + s]
};

/// Forms of loops. `open` is for (;;) with a break, and `strided` is for (j = lid; j < bound; j += lsz).
enum class LoopKind : std::uint8_t { counted, while_loop, do_while, open, strided };

/// Ways to write or read packets. `one` moves one packet per call. `some` uses a reservation of the work-item: 1 +
/// (value & 3) packets are written, and two are read. `by_group` uses a reservation of the group with one packet per
/// work-item.
enum class PipeUse : std::uint8_t { one, some, by_group };
inline constexpr std::uint32_t pipe_number = 0x9E3779B9;

enum class Atomic : std::uint8_t { add, bit_or, bit_xor, maximum, minimum, bit_and, exchange, compare };
inline constexpr unsigned group_counters = 6;

/// Sub-group operations (sub_group_operations.h). `first` and the enumerators after it are operations that only move
/// values between lanes.
enum class SubGroup : std::uint8_t {
    fold,  // a reduction or scan: Statement::fold is the operation, Statement::form the set of lanes
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

/// Set of lanes that a reduction or scan combines. `all` is a reduction of all lanes, and `cluster` is a reduction of
/// each cluster of 2^`offset` lanes. `upto` is an inclusive scan, and `before` an exclusive scan.
enum class FoldForm : std::uint8_t { all, upto, before, cluster };

/// An enqueued block runs with 1 + (value & child_mask) work-items.
inline constexpr std::uint32_t child_mask = 31;
inline constexpr std::uint32_t child_offset = 5;

inline constexpr unsigned max_jumps_back = 5;

/// A goto at the end of a labelled part of a `tangle` statement. It jumps to part `target`. Each execution of the
/// statement jumps back at most `max_jumps_back` times.
struct Jump {
    ExpressionPtr condition;  // condition of the goto; null if there is none
    unsigned target = 0;
};

struct Case {
    std::vector<unsigned> labels;
    bool is_default = false;
    bool falls_through = false;
    Block body;
    Jump jump;
};

/// Target of a pointer: a private variable, the work-item's element of local memory (`slots`), or element `index` of
/// the work-item's own part of output `buffer`.
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
    std::shared_ptr<const Variable> other;  // for copy_structure: the source; for loops: the counter
    std::shared_ptr<const Variable> bound;  // for loops: the bound of the counter
    unsigned buffer = 0;
    unsigned offset = 0;  // for reduce_step: the distance s
    bool is_global = false;
    bool has_offset = false;
    Atomic atomic = Atomic::add;
    PipeUse pipe_use = PipeUse::one;
    /// The operation takes a distance or a lane from `offset`. `has_offset` selects functions of core OpenCL.
    SubGroup sub_group = SubGroup::any;
    Fold fold = Fold::add;
    FoldForm form = FoldForm::all;
    const ProgramFunction* function = nullptr;
    std::vector<ExpressionPtr> arguments;  // arguments by value; null for a pointer
    std::vector<Place> pointers;  // arguments by pointer: the variable or element pointed to; a block gets a copy
    /// For enqueue: `value` determines the number of work-items (see child_mask), and `buffer` selects the flag of
    /// enqueue_kernel that says when these work-items run. `is_global`: the enqueue has an event. `has_offset`: ids
    /// start at child_offset.
    unsigned group_items = 0;     // for enqueue: local size; 0 if the program requests none
    std::vector<Target> targets;  // for aim
    LoopKind loop = LoopKind::counted;
    Block body, otherwise;
    std::vector<Case> cases;  // for choice: its cases; for jump_in: parts of the loop's body; for tangle: its parts
};

struct ProgramFunction {
    std::string name;
    Type result;
    bool returns_value = false;
    bool meets = false;  // whether the function contains barriers
    /// Whether blocks call the function. The first parameter of such a function is the work-item's id in the block's
    /// launch.
    bool is_child = false;
    bool puts_together = false;  // whether the function, or one that it calls, has sub-group operations
    std::vector<std::shared_ptr<Variable>> parameters;
    std::vector<std::shared_ptr<Variable>> variables;  // private variables, without the parameters
    std::vector<ExpressionPtr> start_values;           // initial values of plain variables; null for other variables
    Block body;
    unsigned frame_bytes = 0;
};

struct Program {
    std::vector<std::unique_ptr<Structure>> structures;
    std::vector<Buffer> buffers;
    Type shared;  // element type of the local array `shared`
    bool shared_is_argument = false;
    bool is_volatile = false;  // whether local memory and private arrays are volatile
    bool has_pipes = false;
    bool has_children = false;
    bool sees_groups = true;  // whether the kernel uses local ids, local memory or barriers
    /// Whether all NDRanges have one dimension and no offset, so that ids are get_global_id(0).
    bool one_dimensional = false;
    /// The dimension along which linear ids grow fastest. The NDRange's dimension 0 is exchanged with this dimension.
    unsigned first_dimension = 0;
    unsigned sub_group_size = 0;  // required sub-group size; 0 if the program uses no sub-groups
    std::vector<std::unique_ptr<ProgramFunction>> functions;  // all functions; the kernel is the last one

    const ProgramFunction& kernel() const { return *functions.back(); }
};

inline constexpr unsigned max_group_items = 128;
inline constexpr unsigned input_elements = 1024;
inline constexpr std::uint32_t n_bound = 64;  // exclusive upper bound of Known::n
inline constexpr unsigned global_counter_sets = 4;

inline bool is_written(const Buffer& buffer) { return buffer.ownership >= Ownership::blocked; }

inline Type Place::type() const {
    Type whole = variable->type;
    if (variable->structure) whole = variable->structure->members[static_cast<unsigned>(member)].type;
    return lanes.empty() ? whole : Type{whole.scalar, static_cast<unsigned>(lanes.size())};
}

}  // namespace lanewise::fuzz
