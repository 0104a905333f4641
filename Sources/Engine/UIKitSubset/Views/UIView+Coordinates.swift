import Foundation

extension UIView {
    /// The place of the view's coordinate origin in the root of its tree.
    private var originInRoot: CGPoint {
        var origin = CGPoint.zero
        for view in sequence(first: self, next: \.superview) {
            let isRoot = view.superview == nil
            origin.x += (isRoot ? 0 : view.frame.minX) - view.bounds.minX
            origin.y += (isRoot ? 0 : view.frame.minY) - view.bounds.minY
        }
        return origin
    }

    /// The vector from the coordinate origin of this view to that of `view`, or of the root.
    func offset(to view: UIView?) -> CGPoint {
        let (own, other) = (originInRoot, (view ?? root).originInRoot)
        return CGPoint(x: other.x - own.x, y: other.y - own.y)
    }

    /// The vector from the coordinate origin of `view`, or of the root, to that of this view.
    func offset(from view: UIView?) -> CGPoint {
        let offset = offset(to: view)
        return CGPoint(x: -offset.x, y: -offset.y)
    }

    func move(_ point: CGPoint, by offset: CGPoint) -> CGPoint {
        CGPoint(x: point.x + offset.x, y: point.y + offset.y)
    }

    /// Returns the foremost view at a point in the tree of the view.
    func foremostView(at point: CGPoint, with event: UIEvent?) -> UIView? {
        // UIKit's documentation of `hitTest` names the opacity.
        guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        for subview in subviews.reversed() {
            if let view = subview.hitTest(subview.convert(point, from: self), with: event) { return view }
        }
        return self
    }

    /// Returns the first view with a tag in the tree of the view.
    func firstView(tagged tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for subview in subviews {
            if let view = subview.viewWithTag(tag) { return view }
        }
        return nil
    }
}
