#include "COpenAPI.h"

// A Swift array literal of this size takes the compiler most of a minute; this takes nothing.
static const unsigned char document[] = {
#embed "openapi.json"
};

const unsigned char *homeblocks_openapi(size_t *count) {
    *count = sizeof document;
    return document;
}
