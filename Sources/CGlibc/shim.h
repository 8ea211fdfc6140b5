#ifdef __linux__
#include <linux/memfd.h>
#include <malloc.h>
// <sys/mman.h> declares it only with _GNU_SOURCE, without which Swift imports that header.
int memfd_create(const char *name, unsigned int flags);
#endif
