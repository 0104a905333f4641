import Foundation
import Testing
import UIKitSubset

@MainActor
struct HitTestTests {
    let container = UIView(frame: CGRect(x: 10, y: 10, width: 200, height: 200))
    let back = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let front = UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 100))

    init() {
        container.addSubview(back)
        container.addSubview(front)
    }

    func hit(_ x: CGFloat, _ y: CGFloat) -> UIView? { container.hitTest(CGPoint(x: x, y: y), with: nil) }

    @Test func `the foremost view at a point is hit, and no view outside the bounds`() {
        #expect(hit(10, 10) === back && hit(60, 60) === front && hit(180, 10) === container)
        #expect(hit(200, 10) == nil && hit(-1, 10) == nil)
    }

    @Test func `views that are hidden, transparent or without interaction are skipped`() {
        front.isHidden = true
        #expect(hit(60, 60) === back)
        front.isHidden = false
        front.alpha = 0
        #expect(hit(60, 60) === back)
        front.alpha = 1
        front.isUserInteractionEnabled = false
        #expect(hit(60, 60) === back)
    }

    @Test func `a view that overrides the test of points widens or narrows its area`() {
        final class Round: UIView {
            override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { point.x > 20 }
        }
        let round = Round(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        container.addSubview(round)
        #expect(hit(10, 10) === back && hit(30, 10) === round)
    }

    @Test func `scrolled bounds decide which points are inside`() {
        container.bounds.origin = CGPoint(x: 0, y: 40)
        #expect(hit(10, 30) == nil && hit(60, 145) === front && hit(60, 230) === container)
    }

    @Test func `the first view with a tag is found, the view itself included`() {
        (container.tag, front.tag) = (1, 2)
        #expect(container.viewWithTag(1) === container && container.viewWithTag(2) === front)
        #expect(container.viewWithTag(3) == nil)
    }
}
