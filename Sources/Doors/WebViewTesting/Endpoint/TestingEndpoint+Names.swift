import Foundation
import HTTPMessages
import SWWebView

extension TestingEndpoint {
    /// The endpoints by name. The endpoint without a name lists them.
    enum Name: String, CaseIterable {
        case index = ""
        case echo, inspect, bytes, slow, stall, stopped, beacon, beacons, console, script, offline, native, status,
            redirect, download
        case paths, input, viewport, screenshot, snapshots, media, routes
        case matchScreenshot = "match-screenshot"
        case userAgent = "user-agent"
        case eventLimit = "event-limit"
        case cacheQuota = "cache-quota"
        case clearSiteData = "clear-site-data"

        /// The query of a request, with capitals for what the caller chooses; empty for an endpoint without one.
        private var usage: String {
            switch self {
            case .bytes: "length=N&attachment=NAME&status=N"
            case .slow: "chunks=N"
            case .stall, .stopped, .beacon, .beacons, .script: "id=X"
            case .redirect: "to=URL&status=N"
            case .download: "id=N"
            case .offline: "mode=network|strict|no"
            case .native: "wait=NAME"
            case .snapshots: "file=PATH"
            case .status: "reset"
            case .eventLimit: "seconds=N"
            case .cacheQuota: "bytes=N"
            case .clearSiteData: "kinds=LIST"
            case .index, .echo, .inspect, .console, .paths, .input, .viewport, .screenshot, .media, .routes, .userAgent,
                .matchScreenshot:
                ""
            }
        }

        /// The endpoint's answer or effect, as a phrase.
        private var answer: String {
            switch self {
            case .index: "this list"
            case .echo: "the body of the request"
            case .inspect: "the method, address, headers and length of the request"
            case .bytes: "bytes that a page can compute"
            case .slow: "a body in chunks with pauses"
            case .stall: "a body that never ends"
            case .stopped: "answers once the page stopped the body of stall"
            case .beacon: "stores a beacon"
            case .beacons: "the next stored beacon"
            case .console: "receives the console of a worker"
            case .script: "a script that the page stores with PUT and changes"
            case .offline: "takes the view off the network and back"
            case .native: "the handlers and calls of the native half, or with wait the next call; POST controls it"
            case .status: "the bridge's figures; reset counts the peak of memory anew"
            case .redirect: "a redirect"
            case .download: "the next download, or with id its bytes"
            case .paths: "the internal paths of the view"
            case .input: "POST { actions }: a person's input"
            case .viewport: "POST { width, height }: another size of the window"
            case .screenshot: "POST { area: { x, y, width, height }, path }: a picture, or its file"
            case .matchScreenshot:
                "POST { area, name, threshold }: whether the page looks as in the picture beside the test"
            case .snapshots: "the snapshots of the test, or the text of a file; POST keeps new ones"
            case .media: "POST { colorScheme, reducedMotion }: other media features"
            case .routes: "the requests that routes answered; POST { routes } replaces the routes"
            case .userAgent: "POST { userAgent }: another user agent; an empty one restores the usual one"
            case .eventLimit: "sets the time limit of service workers' events"
            case .cacheQuota: "sets the quota of caches"
            case .clearSiteData: "answers with Clear-Site-Data"
            }
        }

        /// The list of all endpoints, with the rule of each.
        static var list: JSONValue {
            .array(
                allCases.map { name in
                    let query = name.usage.isEmpty ? "" : "?\(name.usage)"
                    return [
                        "path": .string(prefix + name.rawValue + query), "answer": .string(name.answer),
                        "needsHeader": .bool(name.access("POST").changes), "isForOwnPage": .bool(name.isOfPage),
                    ]
                })
        }

        /// The query of an example.
        var query: String {
            switch self {
            case .offline: "mode=strict"
            case .eventLimit: "seconds=0.001"
            case .cacheQuota: "bytes=1"
            case .clearSiteData: "kinds=*"
            default: "id=forged"
            }
        }

        /// Whether only the origin of the page's own document may ask: all mapped origins have the endpoints.
        var isOfPage: Bool {
            [.input, .viewport, .screenshot, .matchScreenshot, .snapshots, .media, .userAgent, .routes].contains(self)
        }

        func access(_ method: String, isReset: Bool = false) -> PathAccess {
            let isRead = method == "GET" || method == "HEAD"
            switch self {
            case .console, .eventLimit, .cacheQuota, .offline, .clearSiteData, .input, .viewport, .screenshot, .media,
                .userAgent, .matchScreenshot:
                return .change
            case .native, .routes, .snapshots: return isRead ? .read : .change
            case .script: return isRead ? .script : .change
            case .status: return isReset ? .change : .read
            // No answer of these runs as a script, and tests navigate to them.
            case .redirect, .bytes, .inspect: return .document
            // A beacon cannot have a header.
            case .index, .echo, .slow, .stall, .stopped, .beacon, .beacons, .download, .paths: return .read
            }
        }
    }
}
