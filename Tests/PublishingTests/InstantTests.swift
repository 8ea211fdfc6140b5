import Publishing
import Testing

@Suite struct InstantTests {
    @Test(arguments: [
        ("2026-01-31T08:00:00+08:00", "2026-01-31T00:00:00.000Z"), ("2026-01-31T00:00:00Z", "2026-01-31T00:00:00.000Z"),
        ("2026-01-31T00:00:00.250Z", "2026-01-31T00:00:00.250Z"),
        ("2026-01-30T19:30:00-04:30", "2026-01-31T00:00:00.000Z"),
        ("2026-01-31t00:00:00z", "2026-01-31T00:00:00.000Z"),
    ])
    func rfc3339_isReadWithAnyOffset_andWrittenInUTC(_ text: String, _ utc: String) {
        #expect(Instant(rfc3339: text)?.rfc3339 == utc)
    }

    @Test(arguments: [
        "2026-01-31T08:00:00", "2026-01-31", "08:00:00Z", "", "tomorrow", "2026-13-01T00:00:00Z",
        "2026-01-31 08:00:00Z",
    ])
    func aLocalTimeOrAnythingElse_isNone(_ text: String) { #expect(Instant(rfc3339: text) == nil) }
}
