#if canImport(Glibc)
    import CMalloc
#endif

/// The memory that the program has resident.
enum ResidentMemory {
    /// Has the allocator return what is freed, for a server that runs for long: all threads share two arenas, since what is
    /// free in one is of no use to the others, and a large piece has pages of its own. Call it before threads allocate.
    static func limitFragmentation() {
        #if canImport(Glibc)
            _ = mallopt(M_ARENA_MAX, 2)
            _ = mallopt(M_MMAP_THRESHOLD, 256 << 10)
            _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
        #endif
    }

    /// Returns to the system what was only needed for a short time, by a start or by reading files again.
    static func trim() {
        #if canImport(Glibc)
            _ = malloc_trim(0)
        #endif
    }
}
