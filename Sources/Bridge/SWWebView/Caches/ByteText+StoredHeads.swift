import HTTPMessages
import ServiceWorkers

// Heads as they are stored, and as the runtime makes responses of them.
extension ByteText {
    mutating func append(_ head: FetchResponse.Head, urls: [String]) {
        append("{\"headers\":")
        append(head.headers)
        append(",\"status\":")
        append(head.status)
        append(member: "statusText", head.statusText)
        append(",\"type\":\"")
        append(raw: head.type.rawValue)
        append("\",\"urlList\":[")
        for (index, url) in urls.enumerated() {
            if index > 0 { append(",") }
            append(string: url)
        }
        append("]}")
    }

    mutating func append(_ headers: HeaderList) {
        append("{\"fields\":[")
        for (index, field) in headers.fields.enumerated() {
            append(index > 0 ? ",{\"name\":" : "{\"name\":")
            append(string: field.name)
            append(",\"value\":")
            append(string: field.value)
            append("}")
        }
        append("]}")
    }
}
