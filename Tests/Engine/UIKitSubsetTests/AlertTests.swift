import Foundation
import Testing
import UIKitSubset

@MainActor
struct AlertTests {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    let root = UIViewController()

    init() {
        window.rootViewController = root
        window.makeKeyAndVisible()
    }

    /// Returns an alert whose buttons add their titles to a list.
    private func alert(_ chosen: Chosen, style: UIAlertController.Style = .alert) -> UIAlertController {
        let alert = UIAlertController(title: "Leave?", message: "Nothing is saved.", preferredStyle: style)
        for (title, style) in [("Stay", UIAlertAction.Style.cancel), ("Leave", .destructive)] {
            alert.addAction(
                UIAlertAction(title: title, style: style) {
                    chosen.titles.append($0.title ?? "")
                    chosen.wasPresented.append(alert.presentingViewController != nil)
                })
        }
        return alert
    }

    final class Chosen {
        var titles: [String] = []
        var wasPresented: [Bool] = []
    }

    @Test func `a test answers a presented alert: it is dismissed, then the handler is called`() {
        let chosen = Chosen()
        root.present(alert(chosen), animated: true)
        let shown = root.presentedViewController as? UIAlertController
        #expect(shown?.title == "Leave?" && shown?.message == "Nothing is saved.")
        #expect(shown?.actions.map(\.title) == ["Stay", "Leave"] && shown?.next === root)
        #expect(shown?.choose("Leave") == true)
        #expect(chosen.titles == ["Leave"] && chosen.wasPresented == [false])
        #expect(root.presentedViewController == nil)
    }

    @Test func `an alert that is not presented, a foreign button and one that is off cannot be chosen`() {
        let chosen = Chosen()
        let alert = alert(chosen)
        #expect(!alert.choose("Leave"))
        root.present(alert, animated: false)
        alert.actions[1].isEnabled = false
        #expect(!alert.choose("Leave") && !alert.choose("Other"))
        #expect(!alert.choose(UIAlertAction(title: "Stay", style: .default)))
        #expect(chosen.titles.isEmpty && root.presentedViewController === alert)
        #expect(alert.choose("Stay") && !alert.choose("Stay"))
        #expect(chosen.titles == ["Stay"])
    }

    @Test func `a handler sees the text of the fields, and may present the next alert`() {
        let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Name" }
        let next = UIAlertController(title: "Hello", message: nil, preferredStyle: .actionSheet)
        alert.addAction(
            UIAlertAction(title: "OK", style: .default) { _ in
                next.message = alert.textFields?.first?.text
                root.present(next, animated: false)
            })
        root.present(alert, animated: false)
        #expect(alert.textFields?.first?.text == "" && alert.textFields?.first?.placeholder == "Name")
        alert.textFields?.first?.text = "Ada"
        alert.choose("OK")
        #expect(root.presentedViewController === next && next.message == "Ada")
        #expect(next.textFields == nil && next.popoverPresentationController != nil)
        #expect(alert.popoverPresentationController == nil)
    }
}
