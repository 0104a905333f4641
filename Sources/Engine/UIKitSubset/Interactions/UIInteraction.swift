public import Foundation

/// A behaviour that a view gets by ``UIView/addInteraction(_:)``. UIKit API. Main actor only.
@preconcurrency @MainActor
public protocol UIInteraction: NSObjectProtocol {
    /// The view that has the interaction. UIKit API.
    var view: UIView? { get }
    /// Called before the interaction has another view. UIKit API.
    func willMove(to view: UIView?)
    /// Called after the interaction has another view. UIKit API. A conforming type keeps the view here.
    func didMove(to view: UIView?)
}

extension UIView {
    func take(_ interaction: any UIInteraction) {
        interaction.view?.removeInteraction(interaction)
        interaction.willMove(to: self)
        heldInteractions.append(interaction)
        interaction.didMove(to: self)
    }

    func release(_ interaction: any UIInteraction) {
        guard let index = heldInteractions.firstIndex(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        heldInteractions.remove(at: index)
        interaction.didMove(to: nil)
    }

    func replaceInteractions(by interactions: [any UIInteraction]) {
        for interaction in heldInteractions { removeInteraction(interaction) }
        for interaction in interactions { addInteraction(interaction) }
    }
}
