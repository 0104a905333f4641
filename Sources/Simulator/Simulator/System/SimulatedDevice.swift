public import Foundation
import HTTPMessages
public import WebKit

/// A phone or a tablet that a view can simulate: its screen, its safe areas, and the facts that scripts can ask for.
///
/// ```swift
/// let device = try SimulatedDevice.named("iphone 17 pro")
/// configuration.simulate(device)
/// let view = SWWebView(frame: CGRect(origin: .zero, size: device.size), configuration: configuration)
/// ```
public struct SimulatedDevice: Sendable, Equatable {
    /// The position in which the device is held.
    public enum Orientation: String, Sendable {
        /// Upright.
        case portrait
        /// On its side.
        case landscape
    }

    /// The name, such as "iPhone 17 Pro".
    public let name: String
    /// The identifier of the model, such as "iPhone18,1".
    public let modelIdentifier: String
    /// The size of the screen when the device is upright, in CSS pixels.
    public let portraitSize: CGSize
    /// Device pixels to a CSS pixel.
    public let scale: Int
    /// The user agent that a `WKWebView` of an app on the device sends.
    public let userAgent: String
    /// The position in which the device is held.
    public var orientation = Orientation.portrait

    private let platform: String
    private let portraitInsets: UIEdgeInsets
    private let landscapeInsets: UIEdgeInsets

    /// The size of the screen in the present orientation, in CSS pixels.
    public var size: CGSize {
        orientation == .portrait
            ? portraitSize : CGSize(width: portraitSize.height, height: portraitSize.width)
    }

    /// The margins that the device covers of a view that fills the screen, in the present orientation.
    public var safeAreaInsets: UIEdgeInsets { orientation == .portrait ? portraitInsets : landscapeInsets }

    /// The script that tells pages the device's platform, screen and touch points.
    package var script: String {
        let json: JSONValue = [
            "platform": .string(platform), "width": .integer(Int(portraitSize.width)),
            "height": .integer(Int(portraitSize.height)),
        ]
        let source = EmbeddedFiles.device_js
        return source.replacing("= DEVICE;", with: "= \(String(decoding: json.data, as: UTF8.self));")
    }
}

extension WKWebViewConfiguration {
    /// Has views simulate a device: user agent, safe area, scale, and the facts that scripts ask for. The caller sets the size of a
    /// view. Views on the display, such as a preview's, share the latest scale.
    public func simulate(_ device: SimulatedDevice) {
        customUserAgent = device.userAgent
        safeAreaInsets = device.safeAreaInsets
        displayScale = device.scale
        realms.workerScripts.append(device.script)
        userContentController.addUserScript(
            WKUserScript(source: device.script, injectionTime: .atDocumentStart, forMainFrameOnly: false))
    }
}

extension SimulatedDevice: Decodable {
    private enum Key: String, CodingKey { case name, model, width, height, scale, platform, userAgent, safeArea }

    /// Reads an entry of `devices.json`, where insets are in the order of CSS: top, right, bottom, left.
    public init(from decoder: any Decoder) throws {
        let entry = try decoder.container(keyedBy: Key.self)
        name = try entry.decode(String.self, forKey: .name)
        modelIdentifier = try entry.decode(String.self, forKey: .model)
        portraitSize = CGSize(
            width: try entry.decode(Int.self, forKey: .width), height: try entry.decode(Int.self, forKey: .height))
        scale = try entry.decode(Int.self, forKey: .scale)
        platform = try entry.decode(String.self, forKey: .platform)
        userAgent = try entry.decode(String.self, forKey: .userAgent)
        let areas = try entry.decode([String: [CGFloat]].self, forKey: .safeArea)
        guard let upright = areas["portrait"], let side = areas["landscape"], upright.count == 4, side.count == 4 else {
            throw DecodingError.dataCorruptedError(
                forKey: .safeArea, in: entry, debugDescription: "There must be four insets for each orientation")
        }
        portraitInsets = UIEdgeInsets(top: upright[0], left: upright[3], bottom: upright[2], right: upright[1])
        landscapeInsets = UIEdgeInsets(top: side[0], left: side[3], bottom: side[2], right: side[1])
    }
}
