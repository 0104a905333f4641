/// The script that makes a recording on a real device, in the page.
public enum RecorderScript {
    /// The script's text.
    public static var source: String { String(decoding: PackageResources.recorder_js, as: UTF8.self) }
}
