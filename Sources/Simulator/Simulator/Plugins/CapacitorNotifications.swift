import Foundation

extension CapacitorPlugins {
    static func notifications(_ phone: SimulatedPhone) -> [String: SimulatedPlugin] {
        ["LocalNotifications": local(phone), "PushNotifications": push(phone)]
    }

    /// Returns the LocalNotifications plugin. Notifications never become due by time: a test calls
    /// ``SimulatedPhone/deliver(notification:)``.
    private static func local(_ phone: SimulatedPhone) -> SimulatedPlugin {
        func ids(_ call: PluginCall) -> Set<Int> {
            Set((call.arguments["notifications"]?.array ?? []).compactMap { $0["id"]?.integer })
        }
        return SimulatedPlugin(
            [
                "schedule": .promise { call in
                    guard let list = call.arguments["notifications"]?.array else {
                        throw NativeCallError("Must provide notifications array as notifications option")
                    }
                    guard list.allSatisfy({ $0["id"]?.integer != nil }) else {
                        throw NativeCallError("Notification missing identifier")
                    }
                    guard list.allSatisfy({ $0["title"]?.string != nil && $0["body"]?.string != nil }) else {
                        throw NativeCallError("Unable to make notification")
                    }
                    guard list.allSatisfy({ !isPast($0["schedule"]?["at"]) }) else {
                        throw NativeCallError("Scheduled time must be *after* current time")
                    }
                    let replaced = ids(call)
                    phone.notifications.pending.removeAll { replaced.contains($0["id"]?.integer ?? 0) }
                    phone.notifications.pending += list
                    return ["notifications": .array(list.map { ["id": $0["id"] ?? nil] })]
                },
                "getPending": .promise { _ in ["notifications": .array(phone.notifications.pending)] },
                "cancel": .promise { call in
                    guard call.arguments["notifications"]?.array?.isEmpty == false else {
                        throw NativeCallError("Must supply notifications to cancel")
                    }
                    let canceled = ids(call)
                    phone.notifications.pending.removeAll { canceled.contains($0["id"]?.integer ?? 0) }
                    return [:]
                },
                "areEnabled": .promise { _ in ["value": .bool(phone.permission("display") != "denied")] },
                "registerActionTypes": .promise { _ in [:] },
                "createChannel": .promise { _ in throw NativeCallError.missingOnIOS },
                "deleteChannel": .promise { _ in throw NativeCallError.missingOnIOS },
                "listChannels": .promise { _ in throw NativeCallError.missingOnIOS },
            ].merging(delivered(phone)) { $1 }.merging(permissions(phone, "display")) { $1 })
    }

    /// Returns whether the date of a notification is over. Other values are no dates, as on iOS.
    private static func isPast(_ time: NativeValue?) -> Bool {
        if case .date(let date) = time { date < Date() } else { false }
    }

    private static func push(_ phone: SimulatedPhone) -> SimulatedPlugin {
        var isRegistered = false
        let missing = NativeCallError("Not available on iOS", code: "UNIMPLEMENTED")
        let registered = delivered(phone).mapValues { method -> SimulatedPlugin.Method in
            guard case .promise(let run) = method else { return method }
            return .promise { call in
                guard isRegistered else {
                    throw NativeCallError(
                        "event capacitorDidRegisterForRemoteNotifications not called.  Visit "
                            + "https://capacitorjs.com/docs/apis/push-notifications for more information")
                }
                return try await run(call)
            }
        }
        return SimulatedPlugin(
            [
                "register": .promise { _ in
                    isRegistered = true
                    // The token has 32 bytes, like Apple's tokens for a simulator.
                    phone.tell(.registered(token: String(repeating: "5a", count: 32)))
                    return [:]
                },
                "unregister": .promise { _ in [:] },
                "createChannel": .promise { _ in throw missing }, "deleteChannel": .promise { _ in throw missing },
                "listChannels": .promise { _ in throw missing },
            ].merging(registered) { $1 }.merging(permissions(phone, "receive")) { $1 })
    }

    private static func delivered(_ phone: SimulatedPhone) -> [String: SimulatedPlugin.Method] {
        [
            "getDeliveredNotifications": .promise { _ in ["notifications": .array(phone.notifications.delivered)] },
            "removeDeliveredNotifications": .promise { call in
                let removed = (call.arguments["notifications"]?.array ?? []).map { $0["id"] }
                phone.notifications.delivered.removeAll { removed.contains($0["id"]) }
                return [:]
            },
            "removeAllDeliveredNotifications": .promise { _ in
                phone.notifications.delivered = []
                return [:]
            },
        ]
    }
}
