// Resolves some names for the program that loads it, like the owner of a name could at any time.
//
// RESOLVER_TABLE is a file with lines such as `flip.test 127.0.0.9 127.0.0.1`. It is read for each lookup, so that a
// name can resolve differently each time. Other names are resolved as usual.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int resolve(const char *, const char *, const struct addrinfo *, struct addrinfo **);

// Reads the addresses of a name in the table, each after a space; returns false if the name is not in the table.
static int look_up(const char *name, char *addresses, size_t size) {
    const char *path = getenv("RESOLVER_TABLE");
    FILE *table = path == NULL ? NULL : fopen(path, "r");
    if (table == NULL) return 0;
    char line[1024];
    int found = 0;
    while (!found && fgets(line, sizeof line, table) != NULL) {
        size_t length = strlen(name);
        line[strcspn(line, "\n")] = 0;
        found = strncmp(line, name, length) == 0 && line[length] == ' ';
        if (found) snprintf(addresses, size, "%s", line + length);
    }
    fclose(table);
    return found;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    resolve *real = (resolve *)dlsym(RTLD_NEXT, "getaddrinfo");
    char addresses[1024];
    if (name == NULL || !look_up(name, addresses, sizeof addresses)) return real(name, service, hints, result);
    struct addrinfo *first = NULL, **end = &first;
    char *rest = NULL;
    for (char *address = strtok_r(addresses, " ", &rest); address != NULL; address = strtok_r(NULL, " ", &rest)) {
        // Omit addresses of families that were not requested.
        if (real(address, service, hints, end) == 0) {
            while (*end != NULL) end = &(*end)->ai_next;
        }
    }
    *result = first;
    return first == NULL ? EAI_NONAME : 0;
}
