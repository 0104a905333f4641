import Foundation
import HTTPMessages
import URLInterception

/// The answer to a change, as PostgREST has it.
struct ChangeAnswer {
    let resource: LoadedResource

    init(_ request: ResourceRequest, _ outcome: WriteOutcome) throws {
        if !request.key.isEmpty, request.method != .put, outcome.affected == 0 {
            throw RESTError(
                status: 404, code: "row_not_found", message: "\(request.table ?? "") has no row with this key.")
        }
        var fields = ["Cache-Control": "no-store", "Vary": "Accept, Prefer"]
        let applied = request.preferences.applied
        if !applied.isEmpty { fields["Preference-Applied"] = applied.joined(separator: ", ") }
        if request.preferences.counts { fields["Content-Range"] = "*/\(outcome.affected)" }
        if let key = outcome.key, outcome.isCreated, let table = request.table {
            let segments = ([table] + key).map(ResourceAddress.encode).joined(separator: "/")
            fields["Location"] = "\(request.url.scheme ?? "sqlite")://\(segments)"
        }
        let body = outcome.representation ?? Data()
        if outcome.representation != nil {
            fields["Content-Type"] = try ResponseFormat(accept: request.accept).contentType
        }
        fields["Content-Length"] = String(body.count)
        let status = outcome.isCreated ? 201 : outcome.representation == nil ? 204 : 200
        resource = try LoadedResource(
            url: request.url, status: status, headers: fields, body: body.isEmpty ? .empty : BodyStream(body))
    }
}
