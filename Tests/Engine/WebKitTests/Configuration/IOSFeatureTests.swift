import Testing

@testable import WebKit

/// Compares the table of features with public compatibility data.
struct IOSFeatureTests {
    /// The first iOS with an API, and the first one without it, by `safari_ios` and `webview_ios` of MDN's browser compatibility data as of
    /// August 2026. `nil` stands for an API that no iOS has, and for previews. iOS 12.2 and 14.5 have what Safari 12.1 and 14.1 have.
    private static let published: [String: (added: String?, removed: String?)] = [
        "StorageManager": ("15.2", nil), "StorageManager.estimate": ("17", nil),
        "FileSystemHandle": ("15.2", nil), "FileSystemFileHandle": ("15.2", nil),
        "FileSystemWritableFileStream": ("26", nil),
        "PointerEvent.altitudeAngle": ("18.2", nil), "PointerEvent.azimuthAngle": ("18.2", nil),
        "ScreenOrientation": ("16.4", nil), "Gamepad.vibrationActuator": (nil, nil),
        "HTMLInputElement.alpha": ("18.4", nil), "CustomElementRegistry.CustomElementRegistry": ("26", nil),
        "writing-mode.vertical_oriented_form_controls": ("17.4", nil), "MutationEvent": ("1", "26"),
        "HTMLSelectElement.showPicker": (nil, nil), "CloseWatcher": (nil, nil),
        "OffscreenCanvas.getContext.webgl_context": ("17", nil), "MediaStreamTrackProcessor": ("18", nil),
        "MediaSession.setMicrophoneActive": ("18.4", nil), "ImageCapture": ("18.4", nil),
        "HTMLCanvasElement.getContext.colorSpace": ("15.2", nil), "GPU": ("26", nil),
        "Navigator.share": ("12.2", nil), "Navigator.canShare": ("14", nil), "SpeechRecognition": ("14.5", nil),
        "PushManager": (nil, nil), "Window.requestIdleCallback": (nil, nil),
    ]

    private func release(_ text: String?) -> IOSRelease? {
        text.map { text in
            let numbers = text.split(separator: ".").compactMap { Int($0) }
            return IOSRelease(numbers[0], numbers.count > 1 ? numbers[1] : 0)
        }
    }

    @Test func `each feature has the releases that the compatibility data have`() throws {
        #expect(Set(IOSFeature.all.map(\.api)) == Set(Self.published.keys))
        #expect(Set(IOSFeature.all.map(\.identifier)).count == IOSFeature.all.count)
        for feature in IOSFeature.all {
            let (added, removed) = try #require(Self.published[feature.api], "\(feature.api)")
            #expect(feature.first == release(added), "\(feature.api)")
            #expect(feature.removed == release(removed), "\(feature.api)")
        }
    }

    @Test(arguments: [
        ("StorageAPI", ["16.0", "17.0", "18.0", "26.0"]), ("StorageAPIEstimate", ["17.0", "18.0", "26.0"]),
        ("FileSystemWritableStream", ["26.0"]), ("MutationEvents", ["15.0", "16.0", "17.0", "18.0"]),
        ("AltitudeAngle", ["26.0"]), ("SpeechRecognition", []), ("PushAPI", []),
    ])
    func `a release has the features of earlier ones that were not removed`(identifier: String, releases: [String]) {
        let all = [15, 16, 17, 18, 26].map { IOSRelease($0) }
        #expect(all.filter { IOSFeature.identifiers(in: $0).contains(identifier) }.map(\.description) == releases)
    }

    @Test func `views have the newest release unless they simulate another one`() throws {
        #expect(IOSRelease.newest == IOSRelease(26))
        #expect(IOSRelease(17, 4) < IOSRelease(18) && IOSRelease(17) < IOSRelease(17, 4))
    }
}
