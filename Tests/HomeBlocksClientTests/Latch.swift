/// Holds those who come until a test lets them go, and tells the test that they came.
actor Latch {
    private var isOpen = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watching: [(Int, CheckedContinuation<Void, Never>)] = []
    private var arrivals = 0

    func wait() async {
        arrivals += 1
        for (count, continuation) in watching where count <= arrivals { continuation.resume() }
        watching.removeAll { $0.0 <= arrivals }
        if !isOpen { await withCheckedContinuation { held.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in held { continuation.resume() }
        held = []
    }

    /// Waits until so many have come.
    func arrived(_ count: Int = 1) async {
        if arrivals >= count { return }
        await withCheckedContinuation { watching.append((count, $0)) }
    }
}
