// Conversions to float.
#include "convert.h"

LW_CONVERT_TO_FLOAT(float)
