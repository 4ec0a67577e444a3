// asinh, acosh, atanh.
#include "math/inverse_hyperbolic.h"

LW_REALS_2(LW_UNARY, asinh)
LW_REALS_2(LW_UNARY, acosh)
LW_REALS_2(LW_UNARY, atanh)
