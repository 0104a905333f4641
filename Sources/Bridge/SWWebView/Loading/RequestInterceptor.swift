import Foundation
import FoundationNetworking
import URLInterception

/// An object that decides about requests of a view's pages before service workers and the network see them. Main actor only.
@MainActor
package protocol RequestInterceptor: AnyObject {
    /// Decides about a request to a scheme that the host answers. Internal paths do not come here.
    ///
    /// - Parameter request: the request, whose address has no mark of the bridge. The interceptor may change it.
    /// - Returns: the response in place of a service worker's and the network's; nil to let the request go on.
    /// - Throws: the error that the request fails with.
    func intercept(_ request: inout URLRequest) async throws -> LoadedResource?

    /// Receives the address of a request that a service worker answers.
    func workerAnswered(_ url: URL)
}

extension SWWebView {
    /// The object that decides about requests of this view's pages; nil for none.
    ///
    /// While there is one, WebKit makes the requests of controlled pages that go over the channel otherwise.
    package var requestInterceptor: (any RequestInterceptor)? {
        get { loading.interceptor }
        set { loading.interceptor = newValue }
    }
}
