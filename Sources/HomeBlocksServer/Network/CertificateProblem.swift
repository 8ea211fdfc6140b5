/// Why a certificate cannot be used.
public struct CertificateProblem: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
