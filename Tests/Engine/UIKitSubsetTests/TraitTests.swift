import Foundation
import Testing
import UIKitSubset

@MainActor
struct TraitTests {
    final class Recorder: UIView {
        var events: [String] = []
        override func tintColorDidChange() { events.append("tint") }
        override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            let isNew = traitCollection.hasDifferentColorAppearance(comparedTo: previousTraitCollection)
            events.append(isNew ? "\(traitCollection.userInterfaceStyle)" : "same")
        }
    }

    @Test func `a view has the traits of a phone, and takes its look from its superview`() {
        let (container, view) = (UIView(), Recorder())
        container.addSubview(view)
        #expect(view.traitCollection == UITraitCollection.current && view.traitCollection.displayScale == 1)
        #expect(
            view.traitCollection.horizontalSizeClass == .compact && view.traitCollection.verticalSizeClass == .regular)
        container.overrideUserInterfaceStyle = .dark
        #expect(view.traitCollection.userInterfaceStyle == .dark)
        view.overrideUserInterfaceStyle = .light
        container.overrideUserInterfaceStyle = .unspecified
        #expect(view.events == ["dark", "light"])
    }

    @Test func `a view that comes into a dark view hears of the change, and its controller, too`() {
        final class Controller: UIViewController {
            var changes = 0
            override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) { changes += 1 }
        }
        let (container, controller) = (UIView(), Controller())
        container.overrideUserInterfaceStyle = .dark
        container.addSubview(controller.view)
        #expect(controller.changes == 1 && controller.traitCollection.userInterfaceStyle == .dark)
        controller.overrideUserInterfaceStyle = .light
        #expect(controller.changes == 2 && controller.view.traitCollection.userInterfaceStyle == .light)
    }

    @Test func `a tint reaches the views without their own`() {
        let (container, view, own) = (UIView(), Recorder(), Recorder())
        own.tintColor = .green
        container.addSubview(view)
        container.addSubview(own)
        container.tintColor = .red
        #expect(view.tintColor == .red && own.tintColor == .green)
        container.tintColor = nil
        #expect(view.tintColor != .red && view.events == ["tint", "tint"] && own.events == ["tint"])
    }

    @Test func `constraints are updated once before the next layout`() {
        final class Counting: UIView {
            var updates = 0
            override func updateConstraints() {
                updates += 1
                super.updateConstraints()
            }
        }
        let view = Counting()
        view.setNeedsUpdateConstraints()
        view.setNeedsUpdateConstraints()
        view.layoutIfNeeded()
        view.layoutIfNeeded()
        #expect(view.updates == 1)
    }
}
