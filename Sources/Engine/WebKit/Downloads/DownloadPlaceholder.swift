/// An empty file beside the file of a download, which shows a person that the download is under way.
struct DownloadPlaceholder {
    let destination: URL
    /// The placeholder: the name of the file with `.download` behind it.
    let url: URL

    /// Makes the placeholder; nil where its name is taken, or its folder cannot be written.
    init?(for destination: URL) {
        self.destination = destination
        url = destination.appendingPathExtension("download")
        guard (try? DownloadFile.create(at: url)) != nil else { return nil }
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
