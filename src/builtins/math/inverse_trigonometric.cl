// asin, acos, atan, atan2 and their forms in half turns.
#include "math/inverse_trigonometric.h"

LW_REALS_2(LW_UNARY, asin)
LW_REALS_2(LW_UNARY, acos)
LW_REALS_2(LW_UNARY, atan)
LW_REALS_2(LW_BINARY, atan2)
LW_REALS_2(LW_UNARY, asinpi)
LW_REALS_2(LW_UNARY, acospi)
LW_REALS_2(LW_UNARY, atanpi)
LW_REALS_2(LW_BINARY, atan2pi)
