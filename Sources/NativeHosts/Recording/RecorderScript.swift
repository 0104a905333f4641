/// The script that records a page's calls on a real device.
public enum RecorderScript {
    /// The source text of the script.
    public static var source: String { String(decoding: PackageResources.recorder_js, as: UTF8.self) }
}
