import Foundation
import UIKitSubset

/// A controller that records the calls of its methods in a list, which others share.
final class ScriptedController: UIViewController {
    final class Calls {
        var list: [String] = []
        /// Returns the calls since the last reading.
        func read() -> [String] {
            defer { list = [] }
            return list
        }
    }

    let calls: Calls
    let name: String

    init(_ name: String, _ calls: Calls) {
        self.name = name
        self.calls = calls
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    private func note(_ call: String) { calls.list.append("\(name) \(call)") }

    override func loadView() {
        super.loadView()
        note("load")
    }
    override func viewDidLoad() { note("loaded") }
    override func viewWillAppear(_ animated: Bool) { note(animated ? "will appear animated" : "will appear") }
    override func viewDidAppear(_ animated: Bool) { note(animated ? "appeared animated" : "appeared") }
    override func viewWillDisappear(_ animated: Bool) { note("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { note("disappeared") }
    override func viewDidLayoutSubviews() { note("laid out \(Int(view.frame.width))") }
    override func willMove(toParent parent: UIViewController?) { note(parent == nil ? "will leave" : "will come") }
    override func didMove(toParent parent: UIViewController?) { note(parent == nil ? "left" : "came") }
}
