/// A page with its resources and frames, in the format of Safari's web archives: a binary property list.
///
/// Source: the keys of WebKit, https://github.com/WebKit/WebKit/blob/main/Source/WebCore/loader/archive/cf/LegacyWebArchive.cpp
struct WebArchive {
    struct Resource {
        var url: String
        var mimeType: String
        var data: Data
        var textEncoding: String?
        /// The name of the frame that shows the resource; nil for resources other than documents.
        var frameName: String?
    }

    var main: Resource
    var subresources: [Resource] = []
    var subframes: [WebArchive] = []

    /// The archive as a file.
    func data() throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: propertyList, format: .binary, options: 0)
    }

    private var propertyList: [String: Any] {
        var list: [String: Any] = ["WebMainResource": main.propertyList]
        if !subresources.isEmpty { list["WebSubresources"] = subresources.map(\.propertyList) }
        if !subframes.isEmpty { list["WebSubframeArchives"] = subframes.map(\.propertyList) }
        return list
    }
}

extension WebArchive {
    /// Reads a file; nil for one that is no archive.
    init?(file: Data) {
        guard let list = try? PropertyListSerialization.propertyList(from: file, format: nil) as? [String: Any]
        else { return nil }
        self.init(list)
    }

    private init?(_ list: [String: Any]) {
        guard let main = (list["WebMainResource"] as? [String: Any]).flatMap({ Resource($0) }) else { return nil }
        self.main = main
        subresources = (list["WebSubresources"] as? [[String: Any]] ?? []).compactMap { Resource($0) }
        subframes = (list["WebSubframeArchives"] as? [[String: Any]] ?? []).compactMap { WebArchive($0) }
    }
}

extension WebArchive.Resource {
    fileprivate init?(_ list: [String: Any]) {
        guard let data = list["WebResourceData"] as? Data, let url = list["WebResourceURL"] as? String else {
            return nil
        }
        self.init(
            url: url, mimeType: list["WebResourceMIMEType"] as? String ?? "application/octet-stream", data: data,
            textEncoding: list["WebResourceTextEncodingName"] as? String,
            frameName: list["WebResourceFrameName"] as? String)
    }

    fileprivate var propertyList: [String: Any] {
        var list: [String: Any] = [
            "WebResourceData": data, "WebResourceURL": url, "WebResourceMIMEType": mimeType,
        ]
        list["WebResourceTextEncodingName"] = textEncoding
        list["WebResourceFrameName"] = frameName
        return list
    }
}
