import HTTPMessages
import ServiceWorkers

import struct ServiceWorkers.FetchRequest

extension ByteText {
    /// Appends the members of a request that are strings, except its address.
    mutating func append(membersOf head: FetchRequest.Head) {
        append(member: "method", head.method)
        append(member: "mode", head.mode.rawValue)
        append(member: "credentials", head.credentials.rawValue)
        append(member: "destination", head.destination.rawValue)
        append(member: "cache", head.cache.rawValue)
        append(member: "redirect", head.redirect.rawValue)
        append(member: "referrer", head.referrer)
        append(member: "referrerPolicy", head.referrerPolicy.rawValue)
        append(member: "integrity", head.integrity)
    }
}
