/* Delays each sync by 5 ms, as a library between a program and the C library (LD_PRELOAD). */

#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void wait_5_ms(void) {
    struct timespec time = {0, 5000000};
    while (nanosleep(&time, &time) != 0) continue;
}

int fdatasync(int descriptor) {
    wait_5_ms();
    return syscall(SYS_fdatasync, descriptor);
}

int fsync(int descriptor) {
    wait_5_ms();
    return syscall(SYS_fsync, descriptor);
}
