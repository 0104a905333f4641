import Foundation

/// Changes of a phone that a test requests as JSON: `{"isActive": false}`, `{"dialogs": ["cancel", {"accept": "Ada"}]}`.
@MainActor
public enum PhoneOrders {
    /// The names of the orders, in the order of their execution.
    private static let names = [
        "permissions", "dialogs", "location", "battery", "isConnected", "isActive", "open", "keyboard", "push",
        "deliver", "tapNotification", "closeNotification", "expireSubscription", "sync", "periodicSync", "closeBrowser",
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
            if phone.webApp != nil {
                if let order = webPush(value, phone) { return order }
            } else if let title = value["title"]?.string {
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
        case "tapNotification":
            if phone.webApp == nil { return { phone.tapNotification() } }
            if let tag = optional("tag", of: value) { return { phone.act(onNotification: tag, isTap: true) } }
        case "closeNotification":
            if phone.webApp != nil, let tag = optional("tag", of: value) {
                return { phone.act(onNotification: tag, isTap: false) }
            }
        case "expireSubscription":
            if phone.webApp != nil, let scope = optional("scope", of: value) {
                return { phone.expireSubscription(ofScope: scope) }
            }
        case "sync", "periodicSync":
            if phone.webApp != nil, let tag = value.string {
                return { phone.act { try await $0.fireSync(tag, isPeriodic: name == "periodicSync") } }
            }
        case "closeBrowser": return { phone.closeBrowser() }
        default: break
        }
        throw NativeCallError("“\(name)” cannot be \(value.json)")
    }

    /// Returns the closure that sends a web app a push message: text as it is, other values as JSON.
    private static func webPush(_ value: NativeValue, _ phone: SimulatedPhone) -> (@MainActor () -> Void)? {
        guard let members = value.object, Set(members.keys).isSubset(of: ["data", "scope"]),
            let scope = optional("scope", of: value)
        else { return nil }
        let message = members["data"].map { Data(($0.string ?? $0.json).utf8) }
        return { phone.act { _ in try await phone.push(message, toScope: scope) } }
    }

    /// Returns a member that is text; nil inside where there is none, and nil for a member of another type.
    private static func optional(_ name: String, of value: NativeValue) -> String?? {
        guard let member = value[name] else { return .some(nil) }
        return member.string.map { .some($0) }
    }

    private static func dialogAnswer(_ value: NativeValue) -> SimulatedPhone.DialogAnswer? {
        switch value {
        case "accept": .accept()
        case "cancel": .cancel
        default: value["accept"]?.string.map { .accept($0) }
        }
    }
}
