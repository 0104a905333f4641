import HTTPMessages
import ServiceWorker

import struct ServiceWorker.FetchRequest

extension ByteText {
    /// Appends the members of a request that are strings, except its address.
    mutating func append(membersOf head: FetchRequest.Head) {
        append(member: "method", head.method)
        append(member: "mode", head.mode)
        append(member: "credentials", head.credentials)
        append(member: "destination", head.destination)
        append(member: "cache", head.cache)
        append(member: "redirect", head.redirect)
        append(member: "referrer", head.referrer)
        append(member: "referrerPolicy", head.referrerPolicy)
        append(member: "integrity", head.integrity)
    }
}
