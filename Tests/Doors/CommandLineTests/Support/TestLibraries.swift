import Foundation
import TestSupport

/// The test libraries that `Scripts/setup --tests` installs, as origins of pages.
enum TestLibraries {
    static let maps = [
        "--map", "sw://qunit.example=/usr/share/javascript/qunit",
        "--map", "sw://chai.example=/usr/share/javascript/chai",
        "--map", "sw://jasmine.example=/usr/share/nodejs/jasmine-core/lib/jasmine-core",
        "--map", "sw://mocha.example=\(mocha)",
    ]

    /// Python's package of it has the file that browsers load; Debian's has not.
    private static let mocha: String = {
        let packages = ReportReader.python.appending(path: "lib")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: packages.path)) ?? []
        let version = versions.first { $0.hasPrefix("python3") } ?? "python3"
        return packages.appending(path: "\(version)/site-packages/js/mocha/resources").path
    }()

    /// Mocha allows a test or a hook two seconds, which is too short on a busy machine.
    static func mochaPage(_ tests: String) -> String {
        """
        <!doctype html><div id="mocha"></div>
        <script src="sw://mocha.example/mocha.js"></script>
        <script src="sw://chai.example/chai.js"></script>
        <script>mocha.setup({ ui: "bdd", timeout: 20000 });</script>
        <script>
        \(tests)
        </script>
        <script>mocha.run();</script>
        """
    }

    static func qunitPage(_ tests: String) -> String {
        """
        <!doctype html><div id="qunit"></div>
        <script src="sw://qunit.example/qunit.js"></script>
        <script>
        \(tests)
        </script>
        """
    }

    static func jasminePage(_ tests: String) -> String {
        let files = ["jasmine.js", "jasmine-html.js", "boot0.js", "boot1.js"]
        let scripts = files.map { "<script src=\"sw://jasmine.example/\($0)\"></script>" }.joined(separator: "\n")
        return """
            <!doctype html>
            \(scripts)
            <script>
            \(tests)
            </script>
            """
    }
}
