/// Parameters as a tree: `a.b=1` is the value of a node `b` below a node `a`.
struct QueryNode {
    /// The values that were given under this very name; `nil` stands for a name without `=`.
    private(set) var values: [String?] = []
    /// The names below it, in the order of their first appearance.
    private(set) var names: [String] = []
    private var children: [String: QueryNode] = [:]

    init() {}

    /// A node with one value and nothing below.
    init(value: String?) {
        values = [value]
    }

    subscript(name: String) -> QueryNode? { children[name] }

    /// Whether it says nothing: no name below it, and no text.
    var isEmpty: Bool { names.isEmpty && values.allSatisfy { $0 == nil } }

    /// Adds a value at the end of a path.
    mutating func insert(_ value: String?, at path: ArraySlice<String>) {
        guard let name = path.first else {
            values.append(value)
            return
        }
        if children[name] == nil { names.append(name) }
        children[name, default: QueryNode()].insert(value, at: path.dropFirst())
    }

    /// Puts one value in the place of all that a name had, below it too.
    mutating func replace(_ name: String, with value: String) {
        if children[name] == nil { names.append(name) }
        children[name] = QueryNode(value: value)
    }
}
