import Foundation

extension UIWindow {
    func rootChanged(from former: UIViewController?) {
        if let view = former?.viewIfLoaded, view.superview === self { view.removeFromSuperview() }
        former?.dismissPresented(animated: false)
        if !isHidden { showRoot() }
    }

    func visibilityChanged() {
        if isHidden {
            beginDisappearing()
            endDisappearing()
        } else {
            UIApplication.shared.add(self)
            showRoot()
        }
    }

    func fillWithControllers() {
        guard let rootViewController else { return }
        for controller in [rootViewController] + rootViewController.presentationChain {
            if let view = controller.viewIfLoaded, view.superview === self { view.frame = bounds }
        }
    }

    private func showRoot() {
        if let view = rootViewController?.view, view.superview !== self {
            view.frame = bounds
            addSubview(view)
        }
        beginAppearing()
        layoutIfNeeded()
        endAppearing()
    }
}
