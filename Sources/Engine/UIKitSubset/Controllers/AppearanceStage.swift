/// The stage of a controller's appearance. Each change returns whether it may take place.
enum AppearanceStage: Equatable {
    case hidden
    case appearing(animated: Bool)
    case shown
    case disappearing(animated: Bool)

    mutating func beginAppearing(animated: Bool) -> Bool {
        switch self {
        case .hidden, .disappearing: self = .appearing(animated: animated)
        case .appearing, .shown: return false
        }
        return true
    }

    /// Returns whether the appearance was animated; nil where none was under way.
    mutating func endAppearing() -> Bool? {
        guard case .appearing(let animated) = self else { return nil }
        self = .shown
        return animated
    }

    mutating func beginDisappearing(animated: Bool) -> Bool {
        switch self {
        case .appearing, .shown: self = .disappearing(animated: animated)
        case .hidden, .disappearing: return false
        }
        return true
    }

    /// Returns whether the disappearance was animated; nil where none was under way.
    mutating func endDisappearing() -> Bool? {
        guard case .disappearing(let animated) = self else { return nil }
        self = .hidden
        return animated
    }

    var isVisible: Bool {
        switch self {
        case .appearing, .shown: true
        case .hidden, .disappearing: false
        }
    }
}
