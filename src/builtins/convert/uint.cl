// Conversions to uint.
#include "convert/convert.h"

LW_CONVERT_TO_INTEGER(uint)
