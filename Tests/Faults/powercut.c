/* Simulates a disk that loses unsynced data, as a library between a program and the C library (LD_PRELOAD).
 *
 * `kill -9` cannot detect a missing sync, because the kernel keeps written data. This library records the writes to
 * files directly in $POWERCUT_FOLDER, and applies them to files of the same names in $POWERCUT_SHADOW only after fsync
 * or fdatasync of the file has returned. So after a kill, the shadow is the state after a power cut. Before the start,
 * the shadow must contain the data that is already on disk.
 *
 * A disk may also write early and in any order: each sector of a write is applied to the shadow immediately with a
 * probability of $POWERCUT_EARLY percent. Creating, truncating, renaming and deleting a file are assumed to be durable
 * immediately, and so are memory-mapped writes: to the `-shm` file, which SQLite recreates.
 *
 * While the file $POWERCUT_FULL exists, the disk is full: no file in the folder grows.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DESCRIPTORS = 65536, SECTOR = 512 };

typedef struct Write {
    struct Write *next;
    off_t offset;
    size_t size;
    char bytes[];
} Write;

/* A file by its name. A deleted file still belongs to the processes that have it open. */
typedef struct File {
    struct File *next;
    char name[NAME_MAX + 1];
    int shadow;
    Write *first, **last;
} File;

static char folder[PATH_MAX], shadow[PATH_MAX];
static const char *full;
static unsigned early, chance = 1;
static File *files, *opened[DESCRIPTORS];
/* A global lock: a sync ends when the shadow has the data, and there are no writes in the meantime. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(type, name, ...) \
    static type (*real_##name)(__VA_ARGS__); \
    if (!real_##name) real_##name = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

static void fail(const char *what) {
    perror(what);
    abort();
}

static ssize_t put(int descriptor, const void *bytes, size_t size, off_t offset) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off_t);
    return real_pwrite64(descriptor, bytes, size, offset);
}

__attribute__((constructor)) static void begin(void) {
    const char *given = getenv("POWERCUT_FOLDER"), *to = getenv("POWERCUT_SHADOW"), *percent = getenv("POWERCUT_EARLY");
    full = getenv("POWERCUT_FULL");
    if (!given || !realpath(given, folder)) return;
    if (to && !realpath(to, shadow)) fail(to);
    if (percent) early = (unsigned)atoi(percent);
    chance = (unsigned)getpid();
}

/* Returns the name of a file directly in the folder; NULL for all other files. */
static const char *name_of(const char *path, char *resolved) {
    if (!folder[0] || !path) return NULL;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    char parent[PATH_MAX];
    snprintf(parent, sizeof parent, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    if (!realpath(parent, resolved) || strcmp(resolved, folder) || strlen(name) > NAME_MAX) return NULL;
    return name;
}

static int is_shadowed(const char *name) {
    size_t length = strlen(name);
    return shadow[0] && length > 0 && !(length > 4 && !strcmp(name + length - 4, "-shm"));
}

static File *file_of(const char *name) {
    for (File *file = files; file; file = file->next)
        if (!strcmp(file->name, name)) return file;
    return NULL;
}

/* If the shadow is -1, only the growth of the file is checked. */
static File *make(const char *name) {
    char path[PATH_MAX * 2];
    File *file = calloc(1, sizeof *file);
    if (!file) fail("calloc");
    snprintf(file->name, sizeof file->name, "%s", name);
    file->shadow = -1;
    file->last = &file->first;
    file->next = files;
    files = file;
    if (!is_shadowed(name)) return file;
    REAL(int, open64, const char *, int, ...);
    snprintf(path, sizeof path, "%s/%s", shadow, name);
    file->shadow = real_open64(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file->shadow < 0) fail(path);
    return file;
}

static void forget(File *file) {
    for (Write *write; (write = file->first);) {
        file->first = write->next;
        free(write);
    }
    file->last = &file->first;
}

static void cut(File *file, off_t length) {
    REAL(int, ftruncate64, int, off_t);
    if (file->shadow >= 0 && real_ftruncate64(file->shadow, length)) fail("ftruncate");
    for (Write *write = file->first; write; write = write->next)
        if (write->offset + (off_t)write->size > length)
            write->size = write->offset < length ? (size_t)(length - write->offset) : 0;
}

static int noted(int descriptor, const char *path, int flags) {
    char resolved[PATH_MAX];
    if (descriptor < 0 || descriptor >= DESCRIPTORS || flags & O_DIRECTORY) return descriptor;
    int error = errno;
    const char *name = name_of(path, resolved);
    struct stat found;
    if (name && name[0] && !fstat(descriptor, &found) && S_ISREG(found.st_mode)) {
        pthread_mutex_lock(&lock);
        File *file = file_of(name);
        if (!file) file = make(name);
        if (flags & O_TRUNC) cut(file, 0);
        opened[descriptor] = file;
        pthread_mutex_unlock(&lock);
    }
    errno = error;
    return descriptor;
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPEN(function) \
    int function(const char *path, int flags, ...) { \
        REAL(int, function, const char *, int, ...); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = mode_of(flags, rest); \
        va_end(rest); \
        return noted(real_##function(path, flags, mode), path, flags); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(function) \
    int function(int at, const char *path, int flags, ...) { \
        REAL(int, function, int, const char *, int, ...); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = mode_of(flags, rest); \
        va_end(rest); \
        int made = real_##function(at, path, flags, mode); \
        return at == AT_FDCWD || path[0] == '/' ? noted(made, path, flags) : made; \
    }
OPENAT(openat)
OPENAT(openat64)

static File *watched(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS ? opened[descriptor] : NULL;
}

int close(int descriptor) {
    REAL(int, close, int);
    if (watched(descriptor)) opened[descriptor] = NULL;
    return real_close(descriptor);
}

/* Whether a write would extend a file on a full disk. */
static int has_no_room(int descriptor, off_t end) {
    struct stat found;
    if (!full || access(full, F_OK) || fstat(descriptor, &found) || end <= found.st_size) return 0;
    errno = ENOSPC;
    return 1;
}

static void remember(File *file, const char *bytes, size_t size, off_t offset) {
    if (file->shadow < 0) return;
    Write *write = malloc(sizeof *write + size);
    if (!write) fail("malloc");
    *write = (Write){.offset = offset, .size = size};
    memcpy(write->bytes, bytes, size);
    *file->last = write;
    file->last = &write->next;
    for (size_t at = 0; at < size; at += SECTOR) {
        size_t part = size - at < SECTOR ? size - at : SECTOR;
        if ((unsigned)rand_r(&chance) % 100 < early && put(file->shadow, bytes + at, part, offset + (off_t)at) < 0)
            fail("pwrite");
    }
}

static ssize_t written(File *file, int descriptor, const void *bytes, size_t size, off_t offset) {
    pthread_mutex_lock(&lock);
    ssize_t done = has_no_room(descriptor, offset + (off_t)size) ? -1 : put(descriptor, bytes, size, offset);
    if (done > 0) remember(file, bytes, (size_t)done, offset);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off_t offset) {
    File *file = watched(descriptor);
    return file ? written(file, descriptor, bytes, size, offset) : put(descriptor, bytes, size, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    return pwrite64(descriptor, bytes, size, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
    REAL(ssize_t, write, int, const void *, size_t);
    File *file = watched(descriptor);
    off_t offset = file ? lseek(descriptor, 0, SEEK_CUR) : -1;
    if (!file || offset < 0) return real_write(descriptor, bytes, size);
    ssize_t done = written(file, descriptor, bytes, size, offset);
    if (done > 0) lseek(descriptor, offset + done, SEEK_SET);
    return done;
}

int ftruncate64(int descriptor, off_t length) {
    REAL(int, ftruncate64, int, off_t);
    File *file = watched(descriptor);
    if (!file) return real_ftruncate64(descriptor, length);
    pthread_mutex_lock(&lock);
    int failed = has_no_room(descriptor, length) ? -1 : real_ftruncate64(descriptor, length);
    if (!failed) cut(file, length);
    pthread_mutex_unlock(&lock);
    return failed;
}

int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

static int synced(int descriptor, int (*sync)(int)) {
    File *file = watched(descriptor);
    if (!file || file->shadow < 0) return sync(descriptor);
    pthread_mutex_lock(&lock);
    int failed = sync(descriptor);
    if (!failed) {
        for (Write *write = file->first; write; write = write->next)
            if (write->size && put(file->shadow, write->bytes, write->size, write->offset) < 0) fail("pwrite");
        forget(file);
    }
    pthread_mutex_unlock(&lock);
    return failed;
}

int fsync(int descriptor) {
    REAL(int, fsync, int);
    return synced(descriptor, real_fsync);
}

int fdatasync(int descriptor) {
    REAL(int, fdatasync, int);
    return synced(descriptor, real_fdatasync);
}

/* Removes a name, in the shadow too. */
static void gone(const char *path) {
    char resolved[PATH_MAX], copy[PATH_MAX * 2];
    REAL(int, unlink, const char *);
    const char *name = name_of(path, resolved);
    if (!name || !is_shadowed(name)) return;
    snprintf(copy, sizeof copy, "%s/%s", shadow, name);
    pthread_mutex_lock(&lock);
    real_unlink(copy);
    File *file = file_of(name);
    if (file) file->name[0] = 0;
    pthread_mutex_unlock(&lock);
}

int unlink(const char *path) {
    REAL(int, unlink, const char *);
    int failed = real_unlink(path);
    if (!failed) gone(path);
    return failed;
}

/* Renames within the folder are applied to the shadow. */
int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    char resolved[PATH_MAX], other[PATH_MAX], old[PATH_MAX * 2], new[PATH_MAX * 2];
    const char *was = name_of(from, resolved), *has = name_of(to, other);
    int failed = real_rename(from, to);
    if (failed || !shadow[0] || !was || !has) return failed;
    snprintf(old, sizeof old, "%s/%s", shadow, was);
    snprintf(new, sizeof new, "%s/%s", shadow, has);
    pthread_mutex_lock(&lock);
    File *replaced = file_of(has), *file = file_of(was);
    if (replaced) replaced->name[0] = 0;
    if (file) snprintf(file->name, sizeof file->name, "%s", has);
    if (real_rename(old, new)) fail(old);
    pthread_mutex_unlock(&lock);
    return failed;
}
