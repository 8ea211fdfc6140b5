#if canImport(Glibc)
    import CGlibc
#endif

/// The memory that the program has resident.
enum ResidentMemory {
    /// Makes the allocator return freed memory to the system: all threads share two arenas, and large allocations are
    /// mapped separately. Call it before other threads allocate.
    static func limitFragmentation() {
        #if canImport(Glibc)
            _ = mallopt(M_ARENA_MAX, 2)
            _ = mallopt(M_MMAP_THRESHOLD, 256 << 10)
            _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
        #endif
    }

    /// Returns memory to the system that was only needed temporarily, at startup or while files were reloaded.
    static func trim() {
        #if canImport(Glibc)
            _ = malloc_trim(0)
        #endif
    }
}
