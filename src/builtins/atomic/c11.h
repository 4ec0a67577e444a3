// Shared parts of the C11 atomic functions (OpenCL C 3.0, section 6.15.12.7). Memory orders are arguments, but nearly
// always constants, so inlining leaves only the case for the given order. On x86, at most three cases are needed:
// relaxed, release, and sequentially consistent. All other orders use the sequentially consistent code, since separate
// code would not be faster. The scope argument is ignored: the functions use the widest scope, which is right for every
// argument.
//
// Objects have type `_Atomic T` in any address space; the functions access objects as plain T.
#pragma once

#include "memory_model.h"

/// Evaluates to operation(object, argument, order), with `order` as a constant.
#define LW_ORDERED_RMW(operation, object, argument, order)                         \
    (order == memory_order_relaxed ? operation(object, argument, __ATOMIC_RELAXED) \
                                   : operation(object, argument, __ATOMIC_SEQ_CST))

/// Defines the three overloads of one function: without an order, with an order, and with an order and a scope. `R` is
/// the type of the result. `parameters` and `arguments` do not include the memory order, which `body` can read as the
/// parameter `order`.
#define LW_THREE_FORMS(R, name, parameters, arguments, body)                                                  \
    LW_INLINE R LW_LOCAL_NAME(name)(LW_LIST parameters, memory_order order) body R name(LW_LIST parameters) { \
        return LW_LOCAL_NAME(name)(LW_LIST arguments, memory_order_seq_cst);                                  \
    }                                                                                                         \
    R name##_explicit(LW_LIST parameters, memory_order order) {                                               \
        return LW_LOCAL_NAME(name)(LW_LIST arguments, order);                                                 \
    }                                                                                                         \
    R name##_explicit(LW_LIST parameters, memory_order order, memory_scope scope) {                           \
        return LW_LOCAL_NAME(name)(LW_LIST arguments, order);                                                 \
    }
#define LW_LIST(...) __VA_ARGS__
#define LW_LOCAL_NAME(name) ordered_##name
