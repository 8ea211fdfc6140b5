public import Foundation

/// Why a section of a page cannot be shown. The others are not concerned.
public struct SectionFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The section, if its code can be read.
    public let blockCode: String?
    /// What is wrong and where: from the page's `data` for a section that is no section at all, else from the section.
    public let fault: JSONFault

    /// Says what is wrong with a section.
    public init(blockCode: String?, fault: JSONFault) {
        self.blockCode = blockCode
        self.fault = fault
    }

    public var description: String { "\(blockCode ?? "a section"): \(fault)" }
}

extension SectionFault: LocalizedError {
    public var errorDescription: String? { description }
}
