import Testing
import UIKitSubset

@MainActor
struct MenuTests {
    @Test func `an action keeps its settings`() {
        let image = UIImage(systemName: "trash")
        let action = UIAction(
            title: "Delete", image: image, identifier: UIAction.Identifier("delete"),
            discoverabilityTitle: "Deletes all",
            attributes: [.destructive, .disabled], state: .mixed
        ) { _ in }
        #expect(action.title == "Delete" && action.image === image && action.identifier.rawValue == "delete")
        #expect(action.discoverabilityTitle == "Deletes all" && action.attributes.contains(.disabled))
        #expect(action.state == .mixed && action.subtitle == nil)
        action.title = "Delete all"
        action.state = .off
        #expect(action.title == "Delete all" && action.state == .off)
    }

    @Test func `an action of a title alone has no attributes, and a name of its own`() {
        let (first, second) = (UIAction(title: "A") { _ in }, UIAction { _ in })
        #expect(first.attributes.isEmpty && first.state == .off && first.image == nil)
        #expect(first.identifier != second.identifier && second.title == "")
    }

    @Test func `a menu keeps its options, also with other entries`() {
        let action = UIAction(title: "Open") { _ in }
        let menu = UIMenu(
            title: "Link", identifier: UIMenu.Identifier("link"), options: [.displayInline, .singleSelection])
        let filled = menu.replacingChildren([action, UIMenu()])
        #expect(menu.children.isEmpty && filled.children.first === action && filled.children.count == 2)
        #expect(filled.title == "Link" && filled.identifier == UIMenu.Identifier("link"))
        #expect(filled.options == [.displayInline, .singleSelection] && !filled.options.contains(.destructive))
    }

    @Test func `a control runs an action with itself as the sender`() {
        let control = UIControl()
        var senders: [UIControl?] = []
        control.addAction(
            UIAction(title: "Go", attributes: .disabled) { senders.append($0.sender as? UIControl) }, for: .valueChanged
        )
        control.sendActions(for: .valueChanged)
        #expect(senders == [control])
    }
}
