import Foundation

// The appearance of the controllers whose views are in this one. A parent begins before its children, and ends after them.
extension UIView {
    private var controllersInTree: [UIViewController] { tree().compactMap(\.controller) }

    /// Whether a view that comes into this one appears: in a window, and in the view of a visible controller where there is one.
    var showsControllers: Bool {
        guard window != nil else { return false }
        let outer = sequence(first: self, next: \.superview).lazy.compactMap(\.controller).first
        return outer?.appearance.isVisible ?? true
    }

    func beginAppearing(animated: Bool = false) {
        for controller in controllersInTree where !controller.isCovered {
            guard controller.appearance.beginAppearing(animated: animated) else { continue }
            controller.viewIfLoaded?.setNeedsLayout()
            controller.viewWillAppear(animated)
        }
    }

    func endAppearing() {
        for controller in controllersInTree.reversed() {
            if let animated = controller.appearance.endAppearing() { controller.viewDidAppear(animated) }
        }
    }

    func beginDisappearing(animated: Bool = false) {
        for controller in controllersInTree where controller.appearance.beginDisappearing(animated: animated) {
            controller.viewWillDisappear(animated)
        }
    }

    func endDisappearing() {
        for controller in controllersInTree.reversed() {
            if let animated = controller.appearance.endDisappearing() { controller.viewDidDisappear(animated) }
        }
    }

    /// Begins the appearance of controllers that came meanwhile, and ends all after the layout of the main queue's next turn.
    func appearAtNextTurn() {
        beginAppearing()
        guard controllersInTree.contains(where: \.appearance.isVisible) else { return }
        DispatchQueue.main.async { [weak self] in
            guard let self, window != nil else { return }
            layoutIfNeeded()
            endAppearing()
        }
    }
}
