import Foundation
import FoundationNetworking
import Testing

@testable import WebKit

struct SuggestedFilenameTests {
    @Test(
        "`filename*` comes before `filename`, unless it cannot be decoded",
        arguments: [
            ("attachment; filename=a.txt; filename*=UTF-8''%E2%82%AC.txt", "€.txt"),
            ("attachment; filename*=iso-8859-1'en'%A3+x.txt", "£+x.txt"),
            ("attachment; filename=a.txt; filename*=iso-8859-1''%+3x.txt", "a.txt"),
            ("attachment; filename=a.txt; filename*=koi8-r''b.txt", "a.txt"),
            ("attachment; filename=\"a \\\"b\\\".txt\"", "a \"b\".txt"), ("inline; x", nil),
        ])
    func header(_ header: String, _ name: String?) {
        #expect(ContentDisposition.filename(of: header) == name)
    }
}
