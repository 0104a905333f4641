/// The features of the engine that pages of Lockdown Mode do without.
///
/// Source: https://support.apple.com/105120, and the preferences that WebKit marks `disableInLockdownMode` in
/// https://github.com/WebKit/WebKit/blob/main/Source/WTF/Scripts/Preferences/UnifiedWebPreferences.yaml.
enum LockdownFeatures {
    /// The identifiers of features that are switched off.
    static let off = [
        "CacheAPI", "EmbedElement", "FileReaderAPI", "FileSystem", "FileSystemWritableStream", "Gamepads",
        "IndexedDBAPI",
        "MathML", "Notifications", "PDFJSViewer", "PushAPI", "ServiceWorkerNavigationPreload", "ServiceWorkers",
        "SpeechRecognition", "SpeechSynthesisAPI", "WebAudio", "WebCodecsAudio", "WebCodecsVideo", "WebGL", "WebGPU",
        "WebLocksAPI", "WebShare", "WebTransport",
    ]

    /// The identifier of the feature that has the fonts of pages read by a parser of little code.
    static let fontParser = "ForceLockdownFontParser"
}
