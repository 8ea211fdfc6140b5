#pragma once
#include <stddef.h>

/// Returns the bytes of openapi.json, which last as long as the program, and sets their number.
const unsigned char *homeblocks_openapi(size_t *count);
