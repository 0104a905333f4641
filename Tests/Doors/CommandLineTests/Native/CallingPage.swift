import Foundation
import TestSupport

/// A page of one test that calls handlers of the native half.
enum CallingPage {
    /// A module with the handlers `camera`, and `bug` with an error in line 3.
    static let native = """
        export default { handlers: {
            camera: ({ quality, password }) => { console.log("click"); return { file: "photo.jpg", quality }; },
            bug: () => null.x,
        } }
        """

    /// An expression that is true if the handler `camera` answers.
    static let camera = "(await call('camera', { quality: 9, password: 'secret' })).quality === 9"

    /// Writes `page.html`, whose test passes when an expression is true.
    static func write(_ expression: String, in folder: TemporaryFolder) throws {
        let call = "const call = (name, body) => webkit.messageHandlers[name].postMessage(body);"
        try folder.write(
            """
            <script type="module">
            \(call)
            let passed = false;
            try { passed = \(expression); } catch (error) { console.log('# ' + error.message); }
            console.log('1..1'); console.log((passed ? 'ok' : 'not ok') + ' 1 - calls');
            </script>
            """, to: "page.html")
    }
}
