import Foundation
import ServiceWorkers
import URLInterception
import WebKit

extension ViewSources {
    /// Tells the observers of the loader that a service worker has answered a request.
    ///
    /// - Parameter request: returns the request. It is not called without observers.
    func noteAnswer(_ head: FetchResponse.Head, to request: () -> URLRequest) {
        guard !loader.observers.isEmpty || interceptor != nil else { return }
        let request = request()
        if let url = request.url { interceptor?.workerAnswered(url) }
        for observer in loader.observers { observer.answered(request, status: head.status, headers: head.headers) }
    }
}
