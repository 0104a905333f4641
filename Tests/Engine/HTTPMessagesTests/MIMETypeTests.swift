import Testing

@testable import HTTPMessages

@Suite("The type of a body that several headers name")
struct MIMETypeTests {
    @Test(arguments: [
        ("text/html", "text/html"), ("text/plain, text/html;charset=utf-8", "text/html;charset=utf-8"),
        ("text/html;charset=gbk, text/html", "text/html;charset=gbk"),
        ("text/html;charset=gbk;a=b, text/html;x=y", "text/html;x=y;charset=gbk"),
        ("text/html;charset=gbk, text/plain, text/html", "text/html"), ("text/html, */*", "text/html"),
        ("text/html, nothing", "text/html"), (#"text/html;a=", text/plain", image/png"#, "image/png"),
        (", ,", nil), ("a, b", nil),
    ])
    func `the last readable type counts`(_ value: String, _ type: String?) {
        #expect(MIMEType.extracted(from: value) == type)
    }
}
