import Foundation
import Testing
import UIKitSubset

@MainActor
struct InteractionTests {
    final class Recorder: NSObject, UIInteraction {
        weak var view: UIView?
        var events: [String] = []
        func willMove(to view: UIView?) { events.append(view == nil ? "leaves" : "comes") }
        func didMove(to view: UIView?) {
            self.view = view
            events.append(view == nil ? "left" : "came")
        }
    }

    @Test func `an interaction has one view, and hears of each change`() {
        let (first, second, interaction) = (UIView(), UIView(), Recorder())
        first.addInteraction(interaction)
        #expect(first.interactions.count == 1 && interaction.view === first)
        second.addInteraction(interaction)
        #expect(first.interactions.isEmpty && interaction.view === second)
        first.removeInteraction(interaction)
        #expect(second.interactions.count == 1)
        second.interactions = []
        #expect(interaction.view == nil)
        #expect(interaction.events == ["comes", "came", "leaves", "left", "comes", "came", "leaves", "left"])
    }

    @Test func `a find interaction searches forwards and backwards for its text`() {
        var searches: [String] = []
        let interaction = UIFindInteraction { searches.append($1 ? "\($0) backwards" : $0) }
        interaction.findNext()
        interaction.searchText = ""
        interaction.findPrevious()
        #expect(searches.isEmpty)
        interaction.searchText = "Linux"
        interaction.findNext()
        interaction.findPrevious()
        #expect(searches == ["Linux", "Linux backwards"])
    }

    @Test func `a find navigator counts as visible in a view, until it is dismissed or leaves`() {
        let (view, interaction) = (UIView(), UIFindInteraction { _, _ in })
        interaction.presentFindNavigator(showingReplace: false)
        #expect(!interaction.isFindNavigatorVisible)
        view.addInteraction(interaction)
        interaction.presentFindNavigator(showingReplace: true)
        #expect(interaction.isFindNavigatorVisible && interaction.view === view)
        interaction.dismissFindNavigator()
        #expect(!interaction.isFindNavigatorVisible)
        interaction.presentFindNavigator(showingReplace: false)
        view.removeInteraction(interaction)
        #expect(!interaction.isFindNavigatorVisible && interaction.view == nil)
    }
}
