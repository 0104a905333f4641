import Testing

@testable import HTTPMessages

@Suite("The metrics of a Server-Timing header")
struct ServerTimingTests {
    @Test(arguments: [
        ("db;dur=53.2, cache", ["db 53.2 ", "cache 0.0 "]),
        (#"a;desc="x, \"y\""; dur=1 ,b"#, [#"a 1.0 x, "y""#, "b 0.0 "]),
        ("a;dur=1;dur=2;DESC=x", ["a 1.0 x"]), ("a;dur=x;dur=2", ["a 0.0 "]), ("a;dur=inf", ["a 0.0 "]), ("", []),
        (",, ;,=", []),
        ("a b;dur=1, c", ["a 0.0 ", "c 0.0 "]), (#"a;desc="open"#, ["a 0.0 open"]),
        (#"a;desc="x"y;dur=3"#, ["a 3.0 x"]),
        ("a ; dur = 4 ; desc = z", ["a 4.0 z"]),
    ])
    func `metrics are read as far as they can be`(_ header: String, _ metrics: [String]) {
        #expect(ServerTiming.metrics(of: header).map { "\($0.name) \($0.duration) \($0.description)" } == metrics)
    }
}
