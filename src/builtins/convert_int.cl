// Conversions to int.
#include "convert.h"

LW_CONVERT_TO_INTEGER(int)
