import Foundation

extension UIView {
    func scheduleLayout() {
        if needsLayout { return }
        needsLayout = true
        DispatchQueue.main.async { [weak self] in self?.layoutIfNeeded() }
    }

    func layOut() {
        noteSafeArea()
        updateConstraintsIfNeeded()
        if needsLayout {
            needsLayout = false
            controller?.viewWillLayoutSubviews()
            layoutSubviews()
            controller?.viewDidLayoutSubviews()
        }
        for subview in subviews { subview.layoutIfNeeded() }
    }

    func scheduleConstraintUpdate() {
        needsConstraintUpdate = true
        setNeedsLayout()
    }

    func updateConstraintsNow() {
        guard needsConstraintUpdate else { return }
        needsConstraintUpdate = false
        updateConstraints()
    }

    private func noteSafeArea() {
        let insets = safeAreaInsets
        guard insets != knownSafeAreaInsets else { return }
        knownSafeAreaInsets = insets
        safeAreaInsetsDidChange()
        controller?.viewSafeAreaInsetsDidChange()
        setNeedsLayout()
    }
}
