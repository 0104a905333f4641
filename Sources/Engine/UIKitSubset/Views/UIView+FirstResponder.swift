extension UIView {
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
}
