#if canImport(Glibc)
    import CMalloc
#endif

/// The memory that the program has resident.
enum ResidentMemory {
    /// Returns to the system what was only needed for a short time, by a start or by reading files again.
    static func trim() {
        #if canImport(Glibc)
            _ = malloc_trim(0)
        #endif
    }
}
