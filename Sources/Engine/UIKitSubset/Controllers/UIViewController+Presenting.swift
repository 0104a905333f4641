import Foundation

extension UIViewController {
    private var outermostAncestor: UIViewController { parent?.outermostAncestor ?? self }

    /// The controllers that are presented one by the other, from this one's on.
    var presentationChain: [UIViewController] {
        Array(sequence(first: self, next: \.presented).dropFirst())
    }

    private var coversPresenter: Bool { [.fullScreen, .currentContext].contains(modalPresentationStyle) }

    /// Whether a presentation covers the controller or an ancestor.
    var isCovered: Bool { presented?.coversPresenter ?? false || parent?.isCovered ?? false }

    func show(_ controller: UIViewController, animated: Bool, completion: (() -> Void)?) {
        let presenter = outermostAncestor
        guard presenter.presented == nil, controller.presenter == nil, controller !== presenter,
            controller.parent == nil,
            let window = presenter.viewIfLoaded?.window, let view = controller.view
        else { return }
        presenter.presented = controller
        controller.presenter = presenter
        if presenter.isCovered { presenter.viewIfLoaded?.beginDisappearing(animated: animated) }
        view.frame = window.bounds
        view.beginAppearing(animated: animated)
        window.addSubview(view)
        window.layoutIfNeeded()
        view.endAppearing()
        presenter.viewIfLoaded?.endDisappearing()
        Self.finish(completion)
    }

    func endPresentation(animated: Bool, completion: (() -> Void)?) {
        let presenter = presentedViewController?.presenter ?? presentingViewController
        presenter?.dismissPresented(animated: animated)
        Self.finish(completion)
    }

    func dismissPresented(animated: Bool) {
        let chain = presentationChain
        for controller in chain.reversed() { controller.viewIfLoaded?.beginDisappearing(animated: animated) }
        presented = nil
        for controller in chain {
            controller.presenter = nil
            controller.presented = nil
        }
        if let window = viewIfLoaded?.window {
            viewIfLoaded?.beginAppearing(animated: animated)
            window.layoutIfNeeded()
            viewIfLoaded?.endAppearing()
        }
        for controller in chain.reversed() { controller.viewIfLoaded?.removeFromSuperview() }
    }

    private static func finish(_ completion: (() -> Void)?) {
        if let completion { Task { completion() } }
    }
}
