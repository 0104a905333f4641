import Foundation
import WebKit

/// The lists of what a browser blocks.
final class ContentBlocker {
    private let store: WKContentRuleListStore
    private let identifier = "blocked"

    init(folder: URL) { store = WKContentRuleListStore(url: folder) }

    private let rules = """
        [
            { "trigger": { "url-filter": "tracker" }, "action": { "type": "block" } },
            { "trigger": { "url-filter": ".*" }, "action": { "type": "css-display-none", "selector": ".advertisement" } }
        ]
        """

    /// Finds the compiled list, or compiles it, and adds it.
    func install(on controller: WKUserContentController, completion: @escaping (Error?) -> Void) {
        store.lookUpContentRuleList(forIdentifier: identifier) { list, _ in
            if let list = list {
                controller.add(list)
                return completion(nil)
            }
            self.store.compileContentRuleList(
                forIdentifier: self.identifier, encodedContentRuleList: self.rules
            ) { list, error in
                if let list = list { controller.add(list) }
                completion(error)
            }
        }
    }

    func identifiers(completion: @escaping ([String]) -> Void) {
        store.getAvailableContentRuleListIdentifiers { completion($0 ?? []) }
    }
}

/// The cookies of a browser, as its settings show them.
final class CookieJarModel: NSObject, WKHTTPCookieStoreObserver {
    private let dataStore: WKWebsiteDataStore
    private(set) var names: [String] = []
    var onChange: (() -> Void)?

    init(_ dataStore: WKWebsiteDataStore) {
        self.dataStore = dataStore
        super.init()
        dataStore.httpCookieStore.add(self)
    }

    func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {
        cookieStore.getAllCookies { cookies in
            self.names = cookies.map { $0.name }.sorted()
            self.onChange?()
        }
    }

    func set(_ name: String, to value: String, domain: String) {
        let properties: [HTTPCookiePropertyKey: Any] = [
            .name: name, .value: value, .domain: domain, .path: "/", .secure: "TRUE",
            .expires: Date(timeIntervalSinceNow: 3600),
        ]
        if let cookie = HTTPCookie(properties: properties) { dataStore.httpCookieStore.setCookie(cookie) }
    }

    /// Forgets everything of the sites that the user does not keep.
    func clear(keeping domains: Set<String>, completion: @escaping () -> Void) {
        let types = WKWebsiteDataStore.allWebsiteDataTypes()
        dataStore.fetchDataRecords(ofTypes: types) { records in
            let doomed = records.filter { !domains.contains($0.displayName) }
            self.dataStore.removeData(ofTypes: types, for: doomed, completionHandler: completion)
        }
    }
}
