import Foundation
import FoundationNetworking
import URLInterception

/// A request of a frame's or worker's runtime for a path that the bridge answers itself, below the runtime's origin. Main actor only.
@MainActor
struct ReservedRequest {
    let request: URLRequest
    /// The address, without a mark.
    let url: URL
    let mark: RequestMark?
    let body: RequestBody
    let loading: ViewSources
    let services: WorkerStore
    /// The documents and workers of the view that the request comes from.
    let clients: PageClients

    typealias Answer = @MainActor (ReservedRequest) async throws -> LoadedResource
}
