// The kernel of `stress families`. It enqueues the nodes of a tree, which a table describes, and records errors. Nodes
// are in depth-first order, so that a subtree has the nodes [root, end).
#pragma once

#include <CL/cl.h>

namespace lanewise::stress {

/// A node of the tree: a child that a kernel enqueues. The kernel's source declares the same structure.
struct FamilyNode {
    cl_uint end, parent;
    cl_uint items, group;      // NDRange; the device chooses the local size if `group` is 0
    cl_uint flags;             // 0 is NO_WAIT, 1 is WAIT_KERNEL, 2 is WAIT_WORK_GROUP
    cl_uint queue;             // 0 is the default queue
    cl_uint owner;             // work-item of the parent that enqueues the node
    cl_uint waits;             // bit i is set if the node waits for child i of its parent
    cl_uint gate;              // 1: the node waits for a user event that succeeds; 2: for a user event that fails
    cl_uint locals;            // number of local memory arguments, from 0 to 2
    cl_uint is_marker, place;  // `place`: the node's index among its parent's children
    cl_uint turns;             // number of iterations of each work-item
};

inline constexpr cl_uint family_children = 6, family_groups = 8;

inline constexpr const char* family_source = R"(
#define CHILDREN 6
#define GROUPS 8
typedef struct {
    uint end, parent, items, group, flags, queue, owner, waits, gate, locals, is_marker, place, turns;
} node_t;
typedef struct { global const node_t* nodes; global uint* marks; global uint* group_marks; global uint* refused;
                 global uint* bad; } tables_t;

void note_bad(tables_t t, uint what, uint me) {
    if (atomic_inc(&t.bad[0]) == 0) { t.bad[1] = what; t.bad[2] = me; }
}
bool is_whole(tables_t t, uint first) {
    for (uint i = first; i < t.nodes[first].end;) {
        if (atomic_or(&t.refused[i], 0) != 0) { i = t.nodes[i].end; continue; }
        if (!t.nodes[i].is_marker && atomic_add(&t.marks[i], 0) != t.nodes[i].items) return false;
        ++i;
    }
    return true;
}
void check_order(tables_t t, uint me) {
    const node_t n = t.nodes[me];
    if (me == 0) return;
    const node_t parent = t.nodes[n.parent];
    if (n.flags == 1 && atomic_add(&t.marks[n.parent], 0) != parent.items) note_bad(t, 1, me);
    if (n.flags == 2 && parent.group != 0 &&
        atomic_add(&t.group_marks[n.parent * GROUPS + n.owner / parent.group], 0) != parent.group) note_bad(t, 2, me);
    uint place = 0;
    for (uint c = n.parent + 1; c < me; c = t.nodes[c].end, ++place)
        if (n.waits >> place & 1 && !is_whole(t, c)) note_bad(t, 3, me);
}
void run(tables_t t, uint me, queue_t q1, queue_t q2);

void use_local(tables_t t, uint me, local uint* words, uint count) {
    const uint l = get_local_id(0);
    for (uint i = l; i < count; i += get_local_size(0)) words[i] = me * 1000 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < count; i += get_local_size(0))
        if (words[count - 1 - i] != me * 1000 + count - 1 - i) note_bad(t, 4, me);
    barrier(CLK_LOCAL_MEM_FENCE);
}
int enqueue(tables_t t, uint c, queue_t q, uint count, const clk_event_t* list, clk_event_t* made, queue_t q1,
            queue_t q2) {
    const node_t n = t.nodes[c];
    kernel_enqueue_flags_t flags = n.flags == 0 ? CLK_ENQUEUE_FLAGS_NO_WAIT
                                 : n.flags == 1 ? CLK_ENQUEUE_FLAGS_WAIT_KERNEL : CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP;
    ndrange_t range;
    if (n.group == 0) range = ndrange_1D(n.items); else range = ndrange_1D(n.items, n.group);
    if (n.is_marker) return enqueue_marker(q, count, list, made);
    if (n.locals == 0) return enqueue_kernel(q, flags, range, count, list, made, ^{ run(t, c, q1, q2); });
    if (n.locals == 1)
        return enqueue_kernel(q, flags, range, count, list, made,
                              ^(local void* a) { use_local(t, c, a, 33); run(t, c, q1, q2); }, 33u * 4);
    return enqueue_kernel(q, flags, range, count, list, made,
                          ^(local void* a, local void* b) {
                              use_local(t, c, a, 17); use_local(t, c, b, 65); run(t, c, q1, q2);
                          }, 17u * 4, 65u * 4);
}
void run(tables_t t, uint me, queue_t q1, queue_t q2) {
    check_order(t, me);
    clk_event_t made[CHILDREN], gates[CHILDREN];
    bool has_event[CHILDREN], has_gate[CHILDREN];
    uint place = 0;
    for (uint c = me + 1; c < t.nodes[me].end; c = t.nodes[c].end, ++place) {
        has_event[place] = has_gate[place] = false;
        const node_t n = t.nodes[c];
        if (n.owner != get_global_id(0)) continue;
        clk_event_t list[CHILDREN + 1];
        uint count = 0;
        if (n.gate != 0) {
            gates[place] = create_user_event();
            has_gate[place] = is_valid_event(gates[place]);
            if (has_gate[place]) list[count++] = gates[place];
        }
        for (uint i = 0; i < place; ++i)
            if (n.waits >> i & 1 && has_event[i]) list[count++] = made[i];
        queue_t q = get_default_queue();
        if (n.queue == 1) q = q1;
        if (n.queue == 2) q = q2;
        const bool can = (n.gate == 0 || has_gate[place]) && (!n.is_marker || count != 0);
        const int code = can ? enqueue(t, c, q, count, count != 0 ? list : 0, &made[place], q1, q2) : -1;
        if (code == CLK_SUCCESS) has_event[place] = true; else atomic_xchg(&t.refused[c], (uint)-code);
    }
    place = 0;
    for (uint c = me + 1; c < t.nodes[me].end; c = t.nodes[c].end, ++place) {
        if (has_event[place]) release_event(made[place]);
        if (!has_gate[place]) continue;
        set_user_event_status(gates[place], t.nodes[c].gate == 1 ? CL_COMPLETE : -9);
        release_event(gates[place]);
    }
    for (volatile uint turn = 0; turn < t.nodes[me].turns; ++turn) { }
    atomic_inc(&t.group_marks[me * GROUPS + get_group_id(0) % GROUPS]);
    atomic_inc(&t.marks[me]);
}
kernel void family(global const node_t* nodes, global uint* marks, global uint* group_marks, global uint* refused,
                   global uint* bad, queue_t q1, queue_t q2) {
    tables_t t = {nodes, marks, group_marks, refused, bad};
    run(t, 0, q1, q2);
}
)";

}  // namespace lanewise::stress
