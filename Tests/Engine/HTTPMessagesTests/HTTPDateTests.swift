import HTTPMessages
import Testing

struct HTTPDateTests {
    @Test func `HTTP dates are written and read, and other formats are refused`() {
        #expect(HTTPDate.string(seconds: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(HTTPDate.seconds("Sunday, 06-Nov-94 08:49:37 GMT") == nil)
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49 GMT") == nil)
    }
}
