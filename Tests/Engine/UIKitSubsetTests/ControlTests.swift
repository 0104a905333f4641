import Foundation
import Testing
import UIKitSubset

@MainActor
struct ControlTests {
    @MainActor
    final class Target: NSObject {
        var calls: [String] = []
        func plain() { calls.append("plain") }
        func pressed(_ sender: UIButton) { calls.append("pressed \(sender.currentTitle ?? "")") }
        func shared(_ sender: UIBarButtonItem) { calls.append("shared \(sender.tag)") }
        func tapped(_ sender: UITapGestureRecognizer) { calls.append("tapped \(sender.state == .ended)") }
    }

    @Test func `a method of a target is an action, with or without the sender, until it is removed`() {
        let (button, target) = (UIButton(type: .system), Target())
        button.setTitle("OK", for: .normal)
        button.addTarget(target, action: Target.plain, for: .touchUpInside)
        button.addTarget(target, action: Target.pressed, for: [.touchUpInside, .touchDown])
        button.sendActions(for: .touchUpInside)
        button.sendActions(for: .touchDown)
        #expect(target.calls == ["plain", "pressed OK", "pressed OK"])
        button.removeTarget(target, for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        button.sendActions(for: .touchDown)
        #expect(target.calls.count == 4)
        button.removeTarget(nil, for: .allEvents)
        button.sendActions(for: .touchDown)
        #expect(target.calls.count == 4)
    }

    @Test func `a control does not keep the action of a target that was removed`() {
        let (button, target) = (UIButton(), Target())
        weak var captured: NSObject?
        do {
            let object = NSObject()
            captured = object
            let action: @MainActor (Target) -> () -> Void = { _ in { withExtendedLifetime(object) {} } }
            button.addTarget(target, action: action, for: .touchUpInside)
        }
        #expect(captured != nil)
        button.removeTarget(target, for: .touchUpInside)
        #expect(captured == nil)
    }

    @Test func `removing targets leaves the actions without one`() {
        let (button, target) = (UIButton(), Target())
        var count = 0
        button.addAction(UIAction { _ in count += 1 }, for: .touchUpInside)
        button.addTarget(target, action: Target.plain, for: .touchUpInside)
        button.removeTarget(nil, for: .allEvents)
        button.sendActions(for: .touchUpInside)
        #expect(count == 1 && target.calls.isEmpty)
    }

    @Test func `a bar button calls a method of its target with itself`() {
        let target = Target()
        let items = [
            UIBarButtonItem(title: "Share", style: .plain, target: target, action: Target.shared),
            UIBarButtonItem(image: nil, style: .plain, target: target, action: Target.shared),
            UIBarButtonItem(barButtonSystemItem: .action, target: target, action: Target.shared),
        ]
        for (tag, item) in items.enumerated() {
            item.tag = tag
            #expect(item.tap())
        }
        #expect(target.calls == ["shared 0", "shared 1", "shared 2"])
    }

    @Test func `a tap runs the actions of a touch and the primary one, each once, unless the button is off`() {
        var runs: [String] = []
        let button = UIButton(primaryAction: UIAction { _ in runs.append("primary") })
        button.addAction(UIAction { _ in runs.append("down") }, for: .touchDown)
        button.addAction(UIAction { _ in runs.append("up") }, for: [.touchUpInside, .primaryActionTriggered])
        #expect(button.tap() && runs == ["down", "primary", "up"])
        button.isEnabled = false
        #expect(!button.tap())
        button.isEnabled = true
        button.isUserInteractionEnabled = false
        #expect(!button.tap() && runs.count == 3)
    }

    @Test func `controls, bar buttons and recognizers do not keep their targets`() {
        let (button, view, tap) = (UIButton(), UIView(), UITapGestureRecognizer())
        view.addGestureRecognizer(tap)
        weak var target: Target?
        var item: UIBarButtonItem?
        do {
            let made = Target()
            target = made
            button.addTarget(made, action: Target.plain, for: .touchUpInside)
            tap.addTarget(made, action: Target.tapped)
            item = UIBarButtonItem(barButtonSystemItem: .refresh, target: made, action: Target.plain)
            #expect(item?.tap() == true && tap.recognize())
            #expect(made.calls == ["plain", "tapped true"])
        }
        #expect(target == nil)
        button.sendActions(for: .touchUpInside)
        item?.tap()
        tap.recognize()
    }

    @Test func `a recognizer that is off or has no view recognizes nothing`() {
        let (view, target) = (UIView(), Target())
        let tap = UITapGestureRecognizer(target: target, action: Target.tapped)
        #expect(!tap.recognize())
        view.addGestureRecognizer(tap)
        tap.isEnabled = false
        #expect(!tap.recognize() && tap.state == .possible)
        tap.isEnabled = true
        #expect(tap.recognize() && target.calls == ["tapped true"])
    }

    @Test func `a button has the words and the picture of its state`() {
        var count = 0
        let button = UIButton(primaryAction: UIAction(title: "Send") { _ in count += 1 })
        button.setTitle("Sending", for: .disabled)
        #expect(button.currentTitle == "Send" && button.titleLabel?.text == "Send")
        button.performPrimaryAction()
        #expect(count == 1)
        button.isEnabled = false
        #expect(
            button.state == .disabled && button.titleLabel?.text == "Sending" && button.title(for: .selected) == "Send")
        #expect(button.accessibilityLabel == "Sending")
    }

    @Test func `a bar button has one action, and spaces have none`() {
        var senders: [Any] = []
        let item = UIBarButtonItem(title: "Go", style: .done, target: nil) { senders.append(1) }
        #expect(item.tap() && senders.count == 1)
        item.primaryAction = UIAction(title: "Run") { senders.append($0.sender as Any) }
        #expect(item.title == "Run" && item.tap() && senders.last as? UIBarButtonItem === item)
        item.isEnabled = false
        #expect(!item.tap() && senders.count == 2)
        #expect(!UIBarButtonItem.flexibleSpace().tap() && UIBarButtonItem.fixedSpace(8).width == 8)
        let empty = UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
        #expect(empty.systemItem == .flexibleSpace && !empty.tap())
        let controller = UIViewController()
        controller.navigationItem.rightBarButtonItem = item
        controller.title = "Page"
        #expect(controller.navigationItem.rightBarButtonItems == [item] && controller.navigationItem.title == "Page")
    }

    @Test func `an indicator is hidden unless it runs, and a bar keeps within its ends`() {
        let indicator = UIActivityIndicatorView(style: .large)
        #expect(indicator.isHidden && !indicator.isAnimating && indicator.frame.width == 37)
        indicator.startAnimating()
        #expect(!indicator.isHidden && indicator.isAnimating)
        indicator.stopAnimating()
        #expect(indicator.isHidden)
        indicator.hidesWhenStopped = false
        #expect(!indicator.isHidden)
        let bar = UIProgressView(progressViewStyle: .bar)
        bar.setProgress(0.4, animated: true)
        #expect(bar.progress == 0.4)
        bar.progress = 7
        #expect(bar.progress == 1)
        bar.progress = .nan
        #expect(bar.progress == 0)
    }

    @Test func `a label is read by its words, and a picture's view has the picture's size`() {
        let label = UILabel()
        label.text = "Title"
        #expect(label.accessibilityLabel == "Title" && label.isAccessibilityElement)
        label.accessibilityLabel = "Heading"
        #expect(label.accessibilityLabel == "Heading")
        let view = UIImageView(image: UIImage(size: CGSize(width: 3, height: 2), png: Data()))
        #expect(view.frame.size == CGSize(width: 3, height: 2) && view.intrinsicContentSize == view.frame.size)
        view.image = nil
        #expect(view.intrinsicContentSize.width == UIView.noIntrinsicMetric)
        #expect(UIFont.preferredFont(forTextStyle: .title1) == .systemFont(ofSize: 28))
        #expect(UIFont.boldSystemFont(ofSize: 17) != .systemFont(ofSize: 17))
    }

    @Test func `knocks and messages to assistive programs are kept for the test`() {
        UIFeedbackGenerator.played = []
        UIImpactFeedbackGenerator(style: .light).impactOccurred(intensity: 2)
        UINotificationFeedbackGenerator().notificationOccurred(.error)
        UISelectionFeedbackGenerator().selectionChanged()
        #expect(UIFeedbackGenerator.played == [.impact(.light, intensity: 1), .notification(.error), .selection])
        UIAccessibility.posted = []
        UIAccessibility.post(notification: .announcement, argument: "Loaded")
        #expect(UIAccessibility.posted.map(\.notification) == [.announcement])
        #expect(UIAccessibility.posted.first?.argument as? String == "Loaded")
        nonisolated(unsafe) var changes = 0
        let observer = NotificationCenter.default.addObserver(
            forName: UIAccessibility.voiceOverStatusDidChangeNotification, object: nil, queue: nil
        ) { _ in changes += 1 }
        UIAccessibility.isVoiceOverRunning = true
        UIAccessibility.isVoiceOverRunning = false
        #expect(changes == 2)
        NotificationCenter.default.removeObserver(observer)
    }
}
