/// The script that records a page's calls on a real device.
public enum RecorderScript {
    /// The source text of the script.
    public static var source: String { EmbeddedFiles.recorder_js }
}
