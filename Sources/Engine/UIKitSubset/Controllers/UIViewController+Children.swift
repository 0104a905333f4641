extension UIViewController {
    func adopt(_ child: UIViewController) {
        if sequence(first: self, next: \.parent).contains(where: { $0 === child }) {
            preconditionFailure("A controller cannot be a child of itself or of a child")
        }
        child.willMove(toParent: self)
        child.parent?.children.removeAll { $0 === child }
        children.append(child)
        child.parent = self
    }

    func leaveParent() {
        guard let former = parent else { return }
        former.children.removeAll { $0 === self }
        parent = nil
        didMove(toParent: nil)
    }

    var surroundingTraits: UITraitCollection {
        if let viewIfLoaded { return viewIfLoaded.traitCollection }
        return (parent?.traitCollection ?? .current).with(overrideUserInterfaceStyle)
    }
}
