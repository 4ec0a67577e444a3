// Macros that emit all functions convert_<type><n>[_sat][_rt?] with one destination type (OpenCL C 3.0, section 6.2.3).
// Each file convert/<type>.cl uses one of these macros for its type.
#pragma once

#include "conversion.h"

#define LW_CONVERT_ONE(T, S, n, suffix, saturated, rounding) \
    T##n convert_##T##n##suffix(S##n x) { return lw::convert<T, saturated, lw::Rounding::rounding>(x); }
#define LW_CONVERT_WIDTHS(T, S, suffix, saturated, rounding) \
    LW_CONVERT_ONE(T, S, , suffix, saturated, rounding)      \
    LW_CONVERT_ONE(T, S, 2, suffix, saturated, rounding)     \
    LW_CONVERT_ONE(T, S, 3, suffix, saturated, rounding)     \
    LW_CONVERT_ONE(T, S, 4, suffix, saturated, rounding)     \
    LW_CONVERT_ONE(T, S, 8, suffix, saturated, rounding)     \
    LW_CONVERT_ONE(T, S, 16, suffix, saturated, rounding)
#define LW_CONVERT_SOURCES(T, suffix, saturated, rounding)    \
    LW_CONVERT_WIDTHS(T, char, suffix, saturated, rounding)   \
    LW_CONVERT_WIDTHS(T, uchar, suffix, saturated, rounding)  \
    LW_CONVERT_WIDTHS(T, short, suffix, saturated, rounding)  \
    LW_CONVERT_WIDTHS(T, ushort, suffix, saturated, rounding) \
    LW_CONVERT_WIDTHS(T, int, suffix, saturated, rounding)    \
    LW_CONVERT_WIDTHS(T, uint, suffix, saturated, rounding)   \
    LW_CONVERT_WIDTHS(T, long, suffix, saturated, rounding)   \
    LW_CONVERT_WIDTHS(T, ulong, suffix, saturated, rounding)  \
    LW_CONVERT_WIDTHS(T, half, suffix, saturated, rounding)   \
    LW_CONVERT_WIDTHS(T, float, suffix, saturated, rounding)  \
    LW_CONVERT_WIDTHS(T, double, suffix, saturated, rounding)

// Table 6.2.3.2: without a rounding mode, conversions to integers round toward zero, and conversions to floating point
// round to nearest even.
#define LW_CONVERT_TO_INTEGER(T)               \
    LW_CONVERT_SOURCES(T, , false, rtz)        \
    LW_CONVERT_SOURCES(T, _rte, false, rte)    \
    LW_CONVERT_SOURCES(T, _rtz, false, rtz)    \
    LW_CONVERT_SOURCES(T, _rtp, false, rtp)    \
    LW_CONVERT_SOURCES(T, _rtn, false, rtn)    \
    LW_CONVERT_SOURCES(T, _sat, true, rtz)     \
    LW_CONVERT_SOURCES(T, _sat_rte, true, rte) \
    LW_CONVERT_SOURCES(T, _sat_rtz, true, rtz) \
    LW_CONVERT_SOURCES(T, _sat_rtp, true, rtp) \
    LW_CONVERT_SOURCES(T, _sat_rtn, true, rtn)
#define LW_CONVERT_TO_FLOAT(T)              \
    LW_CONVERT_SOURCES(T, , false, rte)     \
    LW_CONVERT_SOURCES(T, _rte, false, rte) \
    LW_CONVERT_SOURCES(T, _rtz, false, rtz) \
    LW_CONVERT_SOURCES(T, _rtp, false, rtp) \
    LW_CONVERT_SOURCES(T, _rtn, false, rtn)
