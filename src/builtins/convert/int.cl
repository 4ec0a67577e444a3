// Conversions to int.
#include "convert/convert.h"

LW_CONVERT_TO_INTEGER(int)
