import Foundation
import URLInterception
import WebKit

/// A store of request bodies for navigations on a custom scheme, where WebKit supplies none: bodies of forms with files, and of
/// redirects that preserve the method. Main actor only.
@MainActor
final class PostedForms {
    /// A frame's message before it submits a form with files.
    struct Form: Decodable {
        var url: String
        /// The upload that brings the body.
        var upload: String
        /// The content type with the boundary.
        var type: String
    }

    /// A request that another answer has redirected with its method and body.
    struct Repeated {
        var method: String
        var type: String?
        var body: Data
    }

    private static let most = 16

    private let bodies: BodyRegistry
    private var announced: [(form: Form, realm: Realm)] = []
    private var submissions: [(address: String, origin: String)] = []
    private var repeated: [(address: String, request: Repeated)] = []

    init(bodies: BodyRegistry) { self.bodies = bodies }

    /// Keeps a form that a frame announces, in place of its last one.
    func announce(_ form: Form, by realm: Realm) {
        removeAll(of: realm)
        if announced.count >= Self.most { bodies.release(bodies.claim(announced.removeFirst().form.upload)) }
        announced.append((form, realm))
    }

    /// Removes the form of a frame that has gone without sending it.
    func removeAll(of realm: Realm) {
        for index in announced.indices.reversed() where announced[index].realm === realm {
            bodies.release(bodies.claim(announced.remove(at: index).form.upload))
        }
    }

    /// Notes the origin of the frame that submits a form, as the engine reports it.
    func note(_ action: WKNavigationAction) {
        guard [.formSubmitted, .formResubmitted].contains(action.navigationType), let url = action.request.url else {
            return
        }
        if submissions.count >= Self.most { submissions.removeFirst() }
        submissions.append((url.textWithoutFragment, action.sourceFrame.securityOrigin.text))
    }

    /// Takes the body of a form with files that navigates to an address, and its content type; nil where a frame of the origin that
    /// submits the form has announced none.
    func take(to url: URL) -> (upload: Upload, type: String)? {
        let address = url.textWithoutFragment
        guard let submission = submissions.lastIndex(where: { $0.address == address }) else { return nil }
        let origin = submissions.remove(at: submission).origin
        guard
            let index = announced.firstIndex(where: {
                $0.form.url == address && $0.realm.storageKey.rawValue == origin
            })
        else { return nil }
        let form = announced.remove(at: index).form
        return (bodies.claim(form.upload), form.type)
    }

    /// Keeps the request that the navigation to an address is to make.
    func keep(_ request: Repeated, to url: URL) {
        if repeated.count >= Self.most { repeated.removeFirst() }
        repeated.append((url.textWithoutFragment, request))
    }

    /// Takes the request that the navigation to an address is to make.
    func takeRepeated(to url: URL) -> Repeated? {
        let address = url.textWithoutFragment
        return repeated.firstIndex { $0.address == address }.map { repeated.remove(at: $0).request }
    }
}
