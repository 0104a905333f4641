import Foundation
import Testing
import UIKitSubset

@MainActor
struct PresentationTests {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    let calls = ScriptedController.Calls()
    let root: ScriptedController
    let sheet: ScriptedController

    init() {
        root = ScriptedController("root", calls)
        sheet = ScriptedController("sheet", calls)
        window.rootViewController = root
        window.makeKeyAndVisible()
        _ = sheet.view
        _ = calls.read()
    }

    @Test func `a sheet appears over its presenter, which stays`() {
        root.present(sheet, animated: true)
        #expect(calls.read() == ["sheet will appear animated", "sheet laid out 390", "sheet appeared animated"])
        #expect(root.presentedViewController === sheet && sheet.presentingViewController === root)
        #expect(sheet.view.frame == window.bounds && window.subviews.last === sheet.view)
        root.dismiss(animated: true)
        #expect(calls.read() == ["sheet will disappear", "sheet disappeared"])
        #expect(root.presentedViewController == nil && sheet.presentingViewController == nil)
        #expect(window.subviews == [root.view])
    }

    @Test func `a presenter disappears under the full screen, and appears after its end`() {
        sheet.modalPresentationStyle = .fullScreen
        root.present(sheet, animated: false)
        #expect(
            calls.read() == [
                "root will disappear", "sheet will appear", "sheet laid out 390", "sheet appeared", "root disappeared",
            ])
        sheet.dismiss(animated: false)
        #expect(
            calls.read() == [
                "sheet will disappear", "root will appear", "root laid out 390", "root appeared", "sheet disappeared",
            ])
    }

    @Test func `completions follow at the main queue's next turn`() async {
        await withCheckedContinuation { continuation in
            root.present(sheet, animated: true) { continuation.resume() }
            #expect(sheet.presentingViewController === root)
        }
        await withCheckedContinuation { continuation in
            sheet.dismiss(animated: true) { continuation.resume() }
            #expect(sheet.presentingViewController == nil)
        }
    }

    @Test func `a child presents for its outermost ancestor`() {
        let child = UIViewController()
        root.addChild(child)
        root.view.addSubview(child.view)
        child.present(sheet, animated: false)
        #expect(sheet.presentingViewController === root && child.presentedViewController === sheet)
        child.dismiss(animated: false)
        #expect(root.presentedViewController == nil)
    }

    @Test func `a second presentation, and one without a window, do nothing`() {
        let second = ScriptedController("second", calls)
        root.present(sheet, animated: false)
        _ = calls.read()
        root.present(second, animated: false)
        ScriptedController("outside", calls).present(second, animated: false)
        #expect(calls.read().isEmpty && second.presentingViewController == nil)
        sheet.present(second, animated: false)
        #expect(sheet.presentedViewController === second)
        root.dismiss(animated: false)
        #expect(sheet.presentedViewController == nil && window.subviews == [root.view])
    }

    @Test func `a new root ends the presentations of the former one`() {
        sheet.modalPresentationStyle = .fullScreen
        root.present(sheet, animated: false)
        _ = calls.read()
        let next = UIViewController()
        window.rootViewController = next
        #expect(calls.read() == ["sheet will disappear", "sheet disappeared"])
        #expect(window.subviews == [next.view] && sheet.presentingViewController == nil)
    }
}
