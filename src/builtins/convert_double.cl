// Conversions to double.
#include "convert.h"

LW_CONVERT_TO_FLOAT(double)
