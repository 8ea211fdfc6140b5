import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct InstantTests {
    @Test(arguments: ["9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59.999-00:01"])
    func instantsThatCannotBeWritten_areNotRead(_ text: String) { #expect(Instant(rfc3339: text) == nil) }

    @Test(arguments: ["9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z"])
    func theFirstAndTheLastInstant_readBackAsThemselves(_ text: String) {
        #expect(Instant(rfc3339: text)?.rfc3339 == text)
    }

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
        "2026-01-31 08:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01T25:00:00Z", "0000-01-01T00:00:00Z",
        "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+24:00", "2026-1-1T00:00:00Z",
    ])
    func aLocalTimeOrAnythingElse_isNone(_ text: String) { #expect(Instant(rfc3339: text) == nil) }

    @Test func everyMillisecond_survives() {
        for value in stride(from: -62_135_596_800_000, through: 253_402_300_799_999, by: 7_919_000_000_123) {
            let instant = Instant(milliseconds: Int64(value))
            #expect(Instant(rfc3339: instant.rfc3339) == instant, "\(instant.rfc3339)")
        }
        for value in 1_769_846_400_000..<1_769_846_401_000 as Range<Int64> {
            #expect(Instant(rfc3339: Instant(milliseconds: value).rfc3339)?.milliseconds == value)
        }
        #expect(Instant(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
        #expect(Instant(rfc3339: "2024-02-29T23:59:59.9Z")?.rfc3339 == "2024-02-29T23:59:59.900Z")
    }
}
