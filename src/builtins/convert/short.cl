// Conversions to short.
#include "convert/convert.h"

LW_CONVERT_TO_INTEGER(short)
