import ServiceWorkers
import Testing

@testable import SWWebView

@MainActor
struct RealmDirectoryTests {
    @Test func `an opaque response is for the realms of its origin alone`() {
        let realms = RealmDirectory()
        let realm = { (id: String, origin: String) in
            let made = Realm(
                id: id, kind: .window(ClientID(rawValue: id)), storageKey: StorageKey(rawValue: origin))
            realms.add(made)
            return made
        }
        let frame = realm("frame", "sw://app.example")
        let page = realm("page", "sw://app.example")
        let foreign = realm("foreign", "sw://foreign.example")
        frame.opaque.keep(FetchResponse(), as: "handle")
        #expect(realms.takeOpaque("handle", for: foreign) == nil)
        #expect(realms.takeOpaque("other", for: page) == nil)
        #expect(realms.takeOpaque("handle", for: page) != nil)
        #expect(realms.takeOpaque("handle", for: frame) == nil, "It is used.")
    }
}
