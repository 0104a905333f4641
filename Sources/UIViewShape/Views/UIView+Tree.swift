import Foundation

extension UIView {
    var root: UIView { superview?.root ?? self }

    func insert(_ view: UIView, at index: Int) {
        if sequence(first: self, next: \.superview).contains(where: { $0 === view }) {
            preconditionFailure("A view cannot be a subview of itself or of a view in it")
        }
        let (former, formerWindow) = (view.superview, view.window)
        view.willMove(toSuperview: self)
        if formerWindow !== window { view.willMove(toWindow: window) }
        view.detach(endingConstraints: former !== self)
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        didAddSubview(view)
        view.didMoveToSuperview()
        if formerWindow !== window { view.windowChanged() }
        setNeedsLayout()
    }

    func leave() {
        guard superview != nil else { return }
        let hadWindow = window != nil
        willMove(toSuperview: nil)
        if hadWindow { willMove(toWindow: nil) }
        detach(endingConstraints: true)
        didMoveToSuperview()
        if hadWindow { windowChanged() }
    }

    private func detach(endingConstraints: Bool) {
        guard let former = superview else { return }
        former.willRemoveSubview(self)
        if let responder = former.root.firstResponderOfTree, responder.isDescendant(of: self) {
            responder.resignFirstResponder()
        }
        if endingConstraints {
            for view in tree() {
                for constraint in view.layoutConstraints where constraint.reachesOut(of: self) {
                    constraint.isActive = false
                }
            }
        }
        former.subviews.removeAll { $0 === self }
        superview = nil
        former.setNeedsLayout()
    }

    func move(_ view: UIView, _ place: (inout [UIView], UIView) -> Void) {
        guard view.superview === self else { return }
        subviews.removeAll { $0 === view }
        place(&subviews, view)
    }

    private func windowChanged() {
        didMoveToWindow()
        for subview in subviews { subview.windowChanged() }
    }

    /// Returns whether the view is `view` or inside it. UIKit API.
    public func isDescendant(of view: UIView) -> Bool {
        sequence(first: self, next: \.superview).contains { $0 === view }
    }

    private func tree() -> [UIView] { [self] + subviews.flatMap { $0.tree() } }

    func takeResponder() -> Bool {
        let root = root
        if root.firstResponderOfTree === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let present = root.firstResponderOfTree {
            guard present.canResignFirstResponder, present.resignFirstResponder() else { return false }
        }
        root.firstResponderOfTree = self
        return true
    }

    func giveUpResponder() -> Bool {
        if isFirstResponder { root.firstResponderOfTree = nil }
        return true
    }

    func scheduleLayout() {
        if needsLayout { return }
        needsLayout = true
        DispatchQueue.main.async { [weak self] in self?.layoutIfNeeded() }
    }

    func layOut() {
        if needsLayout {
            needsLayout = false
            layoutSubviews()
        }
        for subview in subviews { subview.layoutIfNeeded() }
    }
}
