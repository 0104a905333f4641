import Testing

@testable import WebViewTesting

struct WebFolderTests {
    @Test(
        arguments: [
            (#"{"appName": "a", "webDir": "dist"}"#, "dist"),
            ("const c: CapacitorConfig = {\n  appId: 'a.b',\n  webDir: 'dist/app',\n};\nexport default c;", "dist/app"),
            ("module.exports = { 'webDir': \"out\" }", "out"),
            ("// webDir: 'no'\nexport default { note: \"webDir: 'no'\", webDir: `t`, webDir: 'yes' }", "yes"),
            ("{}", nil), ("webDir", nil), ("", nil), ("export default { webDir: folder };", nil),
        ] as [(String, String?)])
    func `the folder of pages is the string of the member webDir`(configuration: String, folder: String?) {
        #expect(WebFolder.webDirectory(of: configuration) == folder)
    }
}
