/// What asynchronous work comes to, as a value: for work that is waited for elsewhere.
func outcome<Value: Sendable>(
    _ work: @Sendable () async throws(HomePageError) -> Value
) async -> Result<Value, HomePageError> {
    do throws(HomePageError) {
        return .success(try await work())
    } catch {
        return .failure(error)
    }
}
