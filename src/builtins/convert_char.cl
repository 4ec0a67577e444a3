// Conversions to char.
#include "convert.h"

LW_CONVERT_TO_INTEGER(char)
