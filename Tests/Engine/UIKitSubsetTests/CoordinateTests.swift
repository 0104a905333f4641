import Foundation
import Testing
import UIKitSubset

@MainActor
struct CoordinateTests {
    let window = UIWindow(frame: CGRect(x: 7, y: 7, width: 300, height: 300))
    let container = UIView(frame: CGRect(x: 10, y: 20, width: 200, height: 200))
    let view = UIView(frame: CGRect(x: 5, y: 5, width: 50, height: 50))
    let sibling = UIView(frame: CGRect(x: 100, y: 0, width: 50, height: 50))

    init() {
        window.addSubview(container)
        container.addSubview(view)
        window.addSubview(sibling)
    }

    @Test func `points are converted between views of a tree`() {
        let point = CGPoint(x: 1, y: 2)
        #expect(view.convert(point, to: container) == CGPoint(x: 6, y: 7))
        #expect(view.convert(point, to: sibling) == CGPoint(x: -84, y: 27))
        #expect(view.convert(point, from: container) == CGPoint(x: -4, y: -3))
        #expect(view.convert(view.convert(point, to: sibling), from: sibling) == point)
    }

    @Test func `nil stands for the window`() {
        #expect(view.convert(CGPoint.zero, to: nil) == CGPoint(x: 15, y: 25))
        #expect(view.convert(CGPoint.zero, to: window) == CGPoint(x: 15, y: 25))
        #expect(view.convert(CGPoint(x: 15, y: 25), from: nil) == .zero)
    }

    @Test func `a scrolled superview moves rectangles, and their size stays`() {
        container.bounds.origin = CGPoint(x: 0, y: 30)
        #expect(view.convert(view.bounds, to: nil) == CGRect(x: 15, y: -5, width: 50, height: 50))
        #expect(view.convert(CGRect(x: 15, y: -5, width: 1, height: 2), from: nil).origin == .zero)
    }

    @Test func `a view takes the size that suits it, and keeps its origin`() {
        final class Label: UIView {
            override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 80, height: 12) }
        }
        let label = Label(frame: CGRect(x: 3, y: 4, width: 10, height: 10))
        label.sizeToFit()
        #expect(label.frame == CGRect(x: 3, y: 4, width: 80, height: 12))
        view.sizeToFit()
        #expect(view.frame.size == CGSize(width: 50, height: 50))
        #expect(view.intrinsicContentSize.width == UIView.noIntrinsicMetric)
    }
}
