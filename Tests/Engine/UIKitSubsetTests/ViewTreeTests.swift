import Foundation
import Testing
import UIKitSubset

@MainActor
struct ViewTreeTests {
    final class Recorder: UIView {
        var events: [String] = []
        override func didMoveToSuperview() { events.append(superview == nil ? "left" : "came") }
        override func didMoveToWindow() { events.append(window == nil ? "no window" : "window") }
        override var canBecomeFirstResponder: Bool { true }
    }

    @Test func `subviews keep the order of their insertion and of later moves`() {
        let (container, a, b, c) = (UIView(), UIView(), UIView(), UIView())
        container.addSubview(a)
        container.addSubview(b)
        container.insertSubview(c, at: 0)
        #expect(container.subviews == [c, a, b])
        container.bringSubviewToFront(c)
        container.sendSubviewToBack(b)
        #expect(container.subviews == [b, a, c])
        a.removeFromSuperview()
        #expect(container.subviews == [b, c] && a.superview == nil && b.superview === container)
    }

    @Test func `a view that is added elsewhere leaves its superview`() {
        let (first, second, view) = (UIView(), UIView(), UIView())
        first.addSubview(view)
        second.addSubview(view)
        #expect(first.subviews.isEmpty && second.subviews == [view] && view.superview === second)
    }

    @Test func `a view hears of its superview and window, also when an ancestor moves`() {
        let (window, container, view) = (UIWindow(frame: .zero), UIView(), Recorder())
        container.addSubview(view)
        window.addSubview(container)
        #expect(view.window === window)
        container.removeFromSuperview()
        view.removeFromSuperview()
        #expect(view.events == ["came", "window", "no window", "left"])
    }

    @Test func `frame, bounds and center stay consistent`() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 40))
        #expect(view.center == CGPoint(x: 60, y: 40) && view.bounds == CGRect(x: 0, y: 0, width: 100, height: 40))
        view.bounds.size = CGSize(width: 50, height: 20)
        #expect(view.frame == CGRect(x: 35, y: 30, width: 50, height: 20))
        view.center = CGPoint(x: 25, y: 10)
        #expect(view.frame == CGRect(x: 0, y: 0, width: 50, height: 20))
    }

    @Test func `one view of a tree is the first responder, until it resigns or leaves`() {
        let (container, first, second) = (UIView(), Recorder(), Recorder())
        container.addSubview(first)
        container.addSubview(second)
        #expect(!container.becomeFirstResponder())
        #expect(first.becomeFirstResponder() && first.isFirstResponder)
        #expect(second.becomeFirstResponder() && !first.isFirstResponder && second.isFirstResponder)
        second.removeFromSuperview()
        #expect(!second.isFirstResponder)
        #expect(first.becomeFirstResponder() && first.resignFirstResponder() && !first.isFirstResponder)
    }
}
