// Conversions to short.
#include "convert.h"

LW_CONVERT_TO_INTEGER(short)
