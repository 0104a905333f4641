import Foundation
import Testing
import UIKitSubset

@MainActor
struct AppearanceTests {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    let calls = ScriptedController.Calls()
    let root: ScriptedController

    init() { root = ScriptedController("root", calls) }

    func show() {
        window.rootViewController = root
        window.makeKeyAndVisible()
    }

    /// Waits for the main queue's next turn.
    func turn() async {
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }

    @Test func `a root controller's view is made, sized, laid out and shown with its window`() {
        window.rootViewController = root
        #expect(calls.read().isEmpty && !root.isViewLoaded)
        window.makeKeyAndVisible()
        #expect(
            calls.read() == ["root load", "root loaded", "root will appear", "root laid out 390", "root appeared"])
        #expect(root.view.frame == window.bounds && root.view.window === window)
        window.frame.size.width = 844
        #expect(root.view.frame.width == 844)
    }

    @Test func `a hidden window hides its controllers, and another root replaces the first one`() {
        show()
        _ = calls.read()
        window.isHidden = true
        #expect(calls.read() == ["root will disappear", "root disappeared"])
        window.isHidden = false
        #expect(calls.read() == ["root will appear", "root laid out 390", "root appeared"])
        window.rootViewController = UIViewController()
        #expect(calls.read() == ["root will disappear", "root disappeared"])
        #expect(root.view.superview == nil && window.subviews.count == 1)
    }

    @Test func `children appear with their parent, and end before it`() {
        let child = ScriptedController("child", calls)
        root.addChild(child)
        root.view.addSubview(child.view)
        child.didMove(toParent: root)
        #expect(
            calls.read() == ["child will come", "root load", "root loaded", "child load", "child loaded", "child came"])
        show()
        #expect(
            calls.read() == [
                "root will appear", "child will appear", "root laid out 390", "child laid out 390", "child appeared",
                "root appeared",
            ])
    }

    @Test func `a child whose view is added later appears at the main queue's next turn`() async {
        show()
        let child = ScriptedController("child", calls)
        root.addChild(child)
        _ = calls.read()
        root.view.addSubview(child.view)
        child.view.frame = root.view.bounds
        #expect(calls.read() == ["child load", "child loaded", "child will appear"])
        await turn()
        #expect(calls.read() == ["root laid out 390", "child laid out 390", "child appeared"])
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        child.removeFromParent()
        #expect(calls.read() == ["child will leave", "child will disappear", "child disappeared", "child left"])
        #expect(root.children.isEmpty && child.parent == nil)
    }

    @Test func `a child that leaves at once disappears without a later appearance`() async {
        show()
        let child = ScriptedController("child", calls)
        root.view.addSubview(child.view)
        _ = calls.read()
        child.view.removeFromSuperview()
        await turn()
        let ends = calls.read().filter { $0.hasSuffix("appeared") || $0.hasSuffix("disappear") }
        #expect(ends == ["child will disappear", "child disappeared"])
    }

    @Test func `a view that moves inside a window does not appear again`() async {
        show()
        let child = ScriptedController("child", calls)
        let box = UIView()
        root.view.addSubview(box)
        root.view.addSubview(child.view)
        await turn()
        _ = calls.read()
        box.addSubview(child.view)
        #expect(calls.read().isEmpty)
    }

    @Test func `a child changes its parent once`() {
        let other = UIViewController()
        let child = ScriptedController("child", calls)
        root.addChild(child)
        other.addChild(child)
        #expect(root.children.isEmpty && other.children == [child] && child.parent === other)
        #expect(calls.read() == ["child will come", "child will come"])
    }

    @Test func `the safe area is reported before the layout`() {
        final class Phone: UIViewController {
            var calls: [String] = []
            final class Screen: UIView {
                override var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0) }
            }
            override func loadView() { view = Screen() }
            override func viewWillAppear(_ animated: Bool) { calls.append("will appear") }
            override func viewSafeAreaInsetsDidChange() { calls.append("safe area") }
            override func viewWillLayoutSubviews() { calls.append("layout") }
        }
        let phone = Phone()
        window.rootViewController = phone
        window.makeKeyAndVisible()
        #expect(phone.calls == ["will appear", "safe area", "layout"])
    }

    @Test func `responders lead from a view over its controller to the window`() {
        show()
        let view = UIView()
        root.view.addSubview(view)
        #expect(view.next === root.view && root.view.next === root && root.next === window)
        #expect(window.next === UIApplication.shared && UIApplication.shared.next == nil)
    }

    @Test func `touches that a view does not handle reach its controller`() {
        final class Touched: UIViewController {
            var stages: [String] = []
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { stages.append("began") }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { stages.append("ended") }
        }
        let controller = Touched()
        let view = UIView()
        controller.view.addSubview(view)
        view.touchesBegan([UITouch()], with: nil)
        view.touchesMoved([UITouch()], with: nil)
        view.touchesEnded([UITouch()], with: UIEvent())
        #expect(controller.stages == ["began", "ended"])
    }
}
