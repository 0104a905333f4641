import Foundation

/// A place in a value that is being encoded.
final class OutputNode {
    enum Content {
        case nothing
        case value(String?)
        case fields
        case elements
    }

    var content: Content = .nothing
    private(set) var children: [(name: String, node: OutputNode)] = []
    private var positions: [String: Int] = [:]

    /// Returns the node for a field; one that was there is replaced.
    func field(_ name: String) -> OutputNode {
        let node = OutputNode()
        if let position = positions[name] {
            children[position].node = node
        } else {
            positions[name] = children.count
            children.append((name, node))
        }
        return node
    }

    /// Returns a node for one more element.
    func element() -> OutputNode {
        let node = OutputNode()
        children.append((String(children.count), node))
        return node
    }

    /// Adds the query items of this node and of those below it.
    func write(_ name: String, to items: inout [URLQueryItem]) {
        switch content {
        case .nothing:
            break
        case .value(let text):
            if text != nil || !name.isEmpty { items.append(URLQueryItem(name: name, value: text)) }
        case .fields where children.isEmpty && !name.isEmpty:
            items.append(URLQueryItem(name: name, value: ""))
        case .fields, .elements:
            let prefix = name.isEmpty ? "" : name + "."
            for child in children { child.node.write(prefix + child.name, to: &items) }
        }
    }
}
