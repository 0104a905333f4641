import Foundation

extension UIView {
    var root: UIView { superview?.root ?? self }

    func insert(_ view: UIView, at index: Int) {
        if isInside(view) {
            preconditionFailure("A view cannot be a subview of itself or of a view in it")
        }
        let (former, formerWindow) = (view.superview, view.window)
        view.willMove(toSuperview: self)
        if formerWindow !== window {
            if formerWindow != nil { view.beginDisappearing() }
            if window != nil { view.endDisappearing() }
            if showsControllers { view.beginAppearing() }
            view.willMove(toWindow: window)
        }
        view.detach(endingConstraints: former !== self)
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        didAddSubview(view)
        view.didMoveToSuperview()
        view.inheritanceChanged()
        if formerWindow !== window {
            view.windowChanged()
            if formerWindow != nil { view.endDisappearing() }
            if showsControllers { view.appearAtNextTurn() }
        }
        setNeedsLayout()
    }

    func leave() {
        guard superview != nil else { return }
        let hadWindow = window != nil
        willMove(toSuperview: nil)
        if hadWindow {
            beginDisappearing()
            willMove(toWindow: nil)
        }
        detach(endingConstraints: true)
        didMoveToSuperview()
        if hadWindow {
            windowChanged()
            endDisappearing()
        }
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

    func isInside(_ view: UIView) -> Bool { sequence(first: self, next: \.superview).contains { $0 === view } }

    func tree() -> [UIView] { [self] + subviews.flatMap { $0.tree() } }
}
