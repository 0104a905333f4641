import Foundation
import SWWebView
import Simulator
import Testing
import URLInterception
import WebKit
import WebViewTesting

@Suite(.disabled("The sample is only compiled: it needs an app's folder."))
@MainActor
struct PhotoTests {
    @Test func `the button takes a picture`() async throws {
        let simulator = Simulator(
            app: .capacitor,
            system: SimulatedSystem(device: try .named("iPhone 17"), locale: "de-DE"),
            files: URL(filePath: "dist", directoryHint: .isDirectory))
        simulator.native.answerNext("Camera.getPhoto", with: .success(["webPath": "photo.jpg"]))

        let view = try await simulator.open("/")
        try await view.evaluateJavaScript("document.querySelector('#take').click()")
        try await view.waitFor("document.querySelector('img').src.endsWith('photo.jpg')")

        #expect(simulator.calls.last?.handler == "Camera.getPhoto")
    }
}

/// The further samples of the guide Simulator.
@MainActor
enum SimulatorSamples {
    static func origins() throws -> Simulator {
        let origins = try OriginMap(["https://api.example=http://localhost:8080", "sw://shop.example=./shop"])
        let shop = Simulator(files: URL(filePath: "dist"), origins: origins)
        return shop
    }

    static func native(_ simulator: Simulator) async -> NativeCall? {
        let native = simulator.native
        // The answer to the next call only.
        native.answerNext("Geolocation.getCurrentPosition", with: .failure(NativeCallError("denied")))
        // A plugin of your own. Set it before the page opens.
        native.plugins["Scanner"] = SimulatedPlugin(["scan": .promise { _ in ["code": "4006381333931"] }])
        // Answers webkit.messageHandlers.login.
        native.handle("login") { body, frame in ["token": "secret", "user": body["user"] ?? .null] }
        // An event of a plugin.
        native.fire("backButton", ["canGoBack": true], of: "App")
        // Waits for a call of the page.
        let call = await native.nextCall(of: "Scanner.scan")
        return call
    }

    static func change(_ simulator: Simulator) {
        let phone = simulator.phone
        phone.location = PhoneLocation(latitude: 52.52, longitude: 13.405)
        phone.permissions["camera"] = "denied"
        phone.dialogAnswers = [.cancel]
        phone.setConnected(false)
        phone.setActive(false)
        phone.push(title: "Hello", body: "A message", data: ["id": 7])
    }

    static func beWebApp(_ simulator: Simulator) async throws {
        simulator.options.system.webApp = [.standalone, .push]
        let view = try await simulator.open("/")
        try await simulator.phone.push(Data("hello".utf8))  // The subscribed worker gets the event, and has handled it.
        let notification = try await view.webApp.notifications()[0]
        try await view.webApp.click(notification.id)  // The worker gets notificationclick.
        simulator.phone.permissions["notifications"] = "denied"
    }

    static func prepare(
        _ simulator: Simulator, _ handler: any WKScriptMessageHandler, _ delegate: any WKNavigationDelegate,
        _ page: URL
    ) throws {
        let configuration = try simulator.makeConfiguration()
        configuration.userContentController.add(handler, name: "bridge")
        let view = try simulator.makeView(configuration)
        view.navigationDelegate = delegate
        view.load(URLRequest(url: page))
    }
}
