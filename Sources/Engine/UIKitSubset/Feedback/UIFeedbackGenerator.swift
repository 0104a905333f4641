public import Foundation

/// A maker of small knocks that the user feels. UIKit API. Main actor only.
///
/// ```swift
/// UIImpactFeedbackGenerator(style: .light).impactOccurred()
/// #expect(UIFeedbackGenerator.played == [.impact(.light, intensity: 1)])
/// ```
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
    /// A knock. Not of UIKit's API.
    public enum Feedback: Equatable, Sendable {
        /// Something hits something.
        case impact(UIImpactFeedbackGenerator.FeedbackStyle, intensity: CGFloat)
        /// A task has ended.
        case notification(UINotificationFeedbackGenerator.FeedbackType)
        /// The choice has changed.
        case selection
    }

    /// The knocks of all generators, in their order. Not of UIKit's API: a test reads and empties the list.
    public static var played: [Feedback] = []

    /// Makes a generator. UIKit API.
    public override init() { super.init() }

    /// Does nothing: there is nothing to wake. UIKit API.
    open func prepare() {}
}

/// A generator for something that hits something. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// The mass or the hardness. UIKit API.
    public enum FeedbackStyle: Int, Sendable {
        case light, medium, heavy, soft, rigid
    }

    private let style: FeedbackStyle

    /// Makes a generator. UIKit API.
    public init(style: FeedbackStyle) {
        self.style = style
        super.init()
    }

    /// Makes a generator of a medium mass. UIKit API.
    public convenience override init() { self.init(style: .medium) }

    /// Knocks. UIKit API.
    open func impactOccurred() { impactOccurred(intensity: 1) }

    /// Knocks with an intensity from 0 to 1. UIKit API.
    open func impactOccurred(intensity: CGFloat) {
        Self.played.append(.impact(style, intensity: min(max(intensity, 0), 1)))
    }
}

/// A generator for the end of a task. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// The end. UIKit API.
    public enum FeedbackType: Int, Sendable {
        case success, warning, error
    }

    /// Knocks. UIKit API.
    open func notificationOccurred(_ notificationType: FeedbackType) {
        Self.played.append(.notification(notificationType))
    }
}

/// A generator for changes of a choice. UIKit API. Main actor only.
@preconcurrency @MainActor
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Knocks. UIKit API.
    open func selectionChanged() { Self.played.append(.selection) }
}
