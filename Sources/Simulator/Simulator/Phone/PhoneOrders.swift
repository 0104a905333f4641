import Foundation

/// Changes of a phone that a test requests as JSON: `{"isActive": false}`, `{"dialogs": ["cancel", {"accept": "Ada"}]}`.
@MainActor
public enum PhoneOrders {
    /// The names of the orders, in the order of their execution.
    private static let names = [
        "permissions", "dialogs", "location", "battery", "isConnected", "isActive", "open", "keyboard", "push",
        "deliver",
        "tapNotification", "closeBrowser",
    ]

    /// Executes orders.
    ///
    /// - Throws: `NativeCallError` with the invalid member. No order is executed then.
    public static func carryOut(_ orders: NativeValue, on phone: SimulatedPhone) throws(NativeCallError) {
        for step in try steps(of: orders, on: phone) { step() }
    }

    /// Returns the closures that execute orders.
    ///
    /// - Throws: `NativeCallError` with the invalid member.
    static func steps(
        of orders: NativeValue, on phone: SimulatedPhone
    ) throws(NativeCallError) -> [@MainActor () -> Void] {
        guard let members = orders.object, !members.isEmpty else {
            throw NativeCallError("Give an object with one of \(names.joined(separator: ", "))")
        }
        if let unknown = members.keys.sorted().first(where: { !names.contains($0) }) {
            throw NativeCallError("There is no order “\(unknown)”. There are \(names.joined(separator: ", "))")
        }
        var steps: [@MainActor () -> Void] = []
        for name in names {
            if let value = members[name] { steps.append(try step(name, value, phone)) }
        }
        return steps
    }

    private static func step(
        _ name: String, _ value: NativeValue, _ phone: SimulatedPhone
    ) throws(NativeCallError) -> @MainActor () -> Void {
        switch name {
        case "permissions":
            if let states = value.object?.compactMapValues(\.string), states.count == value.object?.count {
                return { phone.permissions.merge(states) { $1 } }
            }
        case "dialogs":
            if let list = value.array {
                let answers = list.compactMap { dialogAnswer($0) }
                if answers.count == list.count { return { phone.dialogAnswers += answers } }
            }
        case "location":
            if let latitude = value["latitude"]?.number, let longitude = value["longitude"]?.number,
                abs(latitude) <= 90, abs(longitude) <= 180
            {
                let accuracy = value["accuracy"]?.number ?? 5
                return { phone.location = PhoneLocation(latitude: latitude, longitude: longitude, accuracy: accuracy) }
            }
        case "battery":
            if let level = value["level"]?.number, (0...1).contains(level) {
                return { phone.battery = (level, value["isCharging"]?.bool ?? false) }
            }
        case "isConnected": if let flag = value.bool { return { phone.setConnected(flag) } }
        case "isActive": if let flag = value.bool { return { phone.setActive(flag) } }
        case "open":
            if let url = value.string.flatMap({ URL(string: $0) }), url.scheme != nil { return { phone.open(url) } }
        case "keyboard":
            if let height = value.number, (0...2000).contains(height) { return { phone.setKeyboard(height: height) } }
        case "push":
            if let title = value["title"]?.string {
                let (subtitle, body) = (value["subtitle"]?.string ?? "", value["body"]?.string ?? "")
                let (badge, data) = (value["badge"]?.integer, value["data"] ?? [:])
                return { phone.push(title: title, subtitle: subtitle, body: body, badge: badge, data: data) }
            }
        case "deliver":
            if let id = value.integer {
                guard phone.notifications.pending.contains(where: { $0["id"]?.integer == id }) else {
                    throw NativeCallError("“deliver”: no notification \(id) is scheduled")
                }
                return { phone.deliver(notification: id) }
            }
        case "tapNotification": return { phone.tapNotification() }
        case "closeBrowser": return { phone.closeBrowser() }
        default: break
        }
        throw NativeCallError("“\(name)” cannot be \(value.json)")
    }

    private static func dialogAnswer(_ value: NativeValue) -> SimulatedPhone.DialogAnswer? {
        switch value {
        case "accept": .accept()
        case "cancel": .cancel
        default: value["accept"]?.string.map { .accept($0) }
        }
    }
}
