/// A feature of the engine that is off by default, and the releases of iOS whose `WKWebView` has the feature.
///
/// Views have the features of the iOS that they simulate. The releases are those of `webview_ios` in MDN's browser compatibility data,
/// https://github.com/mdn/browser-compat-data.
package struct IOSFeature: Sendable {
    /// The engine's treatment of the feature.
    package enum Engine: Sendable {
        /// The engine has the feature.
        case has
        /// The feature stays off, for a reason that the guide Differences names.
        case lacks
    }

    /// The identifier of the engine's feature.
    package let identifier: String
    /// The name of an interface, a member or another part of the platform that the feature gives to pages.
    package let api: String
    /// The first release with the feature; nil for none.
    package let first: IOSRelease?
    /// The first release without the feature after releases that had it; nil for none.
    package let removed: IOSRelease?
    package let engine: Engine

    private init(
        _ identifier: String, _ api: String, since first: IOSRelease?, until removed: IOSRelease? = nil,
        engine: Engine = .has
    ) {
        (self.identifier, self.api, self.first, self.removed, self.engine) = (identifier, api, first, removed, engine)
    }

    /// Whether views of a release have the feature.
    package func isOn(in release: IOSRelease) -> Bool {
        guard engine == .has, let first, first <= release else { return false }
        return removed.map { release < $0 } ?? true
    }

    /// All features that differ between the engine's defaults and iOS, and those that iOS has in no app, though their names suggest it.
    package static let all = [
        // Storage
        IOSFeature("StorageAPI", "StorageManager", since: IOSRelease(15, 2)),
        IOSFeature("StorageAPIEstimate", "StorageManager.estimate", since: IOSRelease(17)),
        IOSFeature("FileSystem", "FileSystemHandle", since: IOSRelease(15, 2)),
        // Asynchronous writing needs this feature, too. Synchronous handles do not open.
        IOSFeature("AccessHandle", "FileSystemFileHandle", since: IOSRelease(15, 2)),
        IOSFeature("FileSystemWritableStream", "FileSystemWritableFileStream", since: IOSRelease(26)),
        // Input and the screen
        IOSFeature("AltitudeAngle", "PointerEvent.altitudeAngle", since: IOSRelease(18, 2)),
        IOSFeature("AzimuthAngle", "PointerEvent.azimuthAngle", since: IOSRelease(18, 2)),
        IOSFeature("ScreenOrientationAPI", "ScreenOrientation", since: IOSRelease(16, 4)),
        IOSFeature("GamepadVibrationActuator", "Gamepad.vibrationActuator", since: nil),
        // Elements
        IOSFeature("InputTypeColorEnhancements", "HTMLInputElement.alpha", since: IOSRelease(18, 4)),
        IOSFeature("ScopedCustomElementRegistry", "CustomElementRegistry.CustomElementRegistry", since: IOSRelease(26)),
        IOSFeature("VerticalFormControls", "writing-mode.vertical_oriented_form_controls", since: IOSRelease(17, 4)),
        IOSFeature("MutationEvents", "MutationEvent", since: IOSRelease(1), until: IOSRelease(26)),
        IOSFeature("SelectShowPicker", "HTMLSelectElement.showPicker", since: nil),
        IOSFeature("CloseWatcher", "CloseWatcher", since: nil),
        // Graphics and media
        IOSFeature("AllowWebGLInWorkers", "OffscreenCanvas.getContext.webgl_context", since: IOSRelease(17)),
        IOSFeature("MediaStreamTrackProcessing", "MediaStreamTrackProcessor", since: IOSRelease(18)),
        IOSFeature("MediaSessionCaptureToggleAPI", "MediaSession.setMicrophoneActive", since: IOSRelease(18, 4)),
        IOSFeature("ImageCapture", "ImageCapture", since: IOSRelease(18, 4)),
        IOSFeature(
            "CanvasColorSpace", "HTMLCanvasElement.getContext.colorSpace", since: IOSRelease(15, 2), engine: .lacks),
        IOSFeature("WebGPU", "GPU", since: IOSRelease(26), engine: .lacks),
        // The system
        IOSFeature("WebShare", "Navigator.share", since: IOSRelease(12, 2), engine: .lacks),
        IOSFeature("WebShareFileAPI", "Navigator.canShare", since: IOSRelease(14), engine: .lacks),
        IOSFeature("SpeechRecognition", "SpeechRecognition", since: IOSRelease(14, 5), engine: .lacks),
        IOSFeature("PushAPI", "PushManager", since: nil),
        IOSFeature("RequestIdleCallback", "Window.requestIdleCallback", since: nil),
    ]

    /// Returns the identifiers of the features that views of a release have.
    package static func identifiers(in release: IOSRelease) -> [String] {
        all.filter { $0.isOn(in: release) }.map(\.identifier)
    }
}
