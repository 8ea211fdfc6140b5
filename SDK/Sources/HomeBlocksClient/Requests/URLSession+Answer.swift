import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSession {
    /// The answer to a request. Unlike `data(for:)`, it can be cancelled at any moment on Linux too: see ``RunningTask``.
    func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        let running = RunningTask()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: request) { data, response, error in
                    if let data, let response, error == nil {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                if !running.begin(task) { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            running.cancel()
        }
    }
}
