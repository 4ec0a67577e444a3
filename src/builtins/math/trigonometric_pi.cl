// sinpi, cospi, tanpi.
#include "math/common/half_turns.h"

LW_REALS_2(LW_UNARY, sinpi)
LW_REALS_2(LW_UNARY, cospi)
LW_REALS_2(LW_UNARY, tanpi)
