import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct PictureTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<body style='margin: 0; background: rgb(255,0,0)'>" }

    func picture(rect: CGRect = .null, width: NSNumber? = nil, of view: WKWebView) async throws -> WKSnapshotImage {
        let configuration = WKSnapshotConfiguration()
        configuration.rect = rect
        configuration.snapshotWidth = width
        return try await view.takeSnapshot(configuration: configuration)
    }

    @Test func `a snapshot has the size of the view or of its rect, scaled to the snapshot width`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        #expect(try await view.takeSnapshot(configuration: nil).size == CGSize(width: 400, height: 300))
        #expect(try await picture(of: view).size == CGSize(width: 400, height: 300))
        #expect(try await picture(width: 200, of: view).size == CGSize(width: 200, height: 150))
        #expect(try await picture(width: 0, of: view).size == CGSize(width: 400, height: 300))
        let part = CGRect(x: 10, y: 20, width: 100, height: 50)
        #expect(try await picture(rect: part, of: view).size == CGSize(width: 100, height: 50))
        #expect(try await picture(rect: part, width: 200, of: view).size == CGSize(width: 200, height: 100))
    }

    @Test func `a snapshot is a UIImage, which another picture can be made of`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let image: UIImage = try await view.takeSnapshot(configuration: nil)
        let png = try #require(image.pngData())
        let read = try #require(UIImage(data: png))
        #expect(read.size == image.size && read.scale == 1)
        #expect(UIImage(data: Data("no picture".utf8)) == nil)
    }

    @Test func `a snapshot of an empty rect is an empty picture`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let empty = try await picture(rect: CGRect(x: 10, y: 10, width: 0, height: 5), of: view)
        #expect(empty.size == .zero)
        #expect(empty.pngData()?.isEmpty == true)
    }

    @Test func `a snapshot fails after the web process has ended`() async {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        view.terminateWebProcess()
        await navigations.over()
        await #expect(throws: WKError.self) { try await picture(of: view) }
    }

    @Test func `snapshots and PDFs are also given to completion handlers`() async {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let (pictured, printed) = (Gate(), Gate())
        view.takeSnapshot(with: nil) { image, error in
            #expect(image != nil && error == nil)
            pictured.open()
        }
        await pictured.pass()
        view.createPDF { result in
            #expect((try? result.get())?.prefix(5) == Data("%PDF-".utf8))
            printed.open()
        }
        await printed.pass()
    }

    /// The lower left and upper right corners of a PDF's sheets, in points.
    private func sheets(_ pdf: Data) -> [[Double]] {
        String(decoding: pdf, as: UTF8.self).matches(of: /\/MediaBox \[([^\]]*)\]/).map {
            $0.1.split(separator: " ").compactMap { Double($0).map { $0.rounded() } }
        }
    }

    @Test func `a PDF is one sheet of the page's size, or of a part of it`() async throws {
        pages["/"] = """
            <body style='margin: 0; background: yellow'>\
            <div style='height: 1500px'>tall</div><div style='margin-left: 20px; height: 500px'>lower part</div>
            """
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let width = Double(try await view.evaluateJavaScript("document.documentElement.clientWidth") as? Int ?? 0)
        #expect(sheets(try await view.pdf()) == [[0, 0, width, 2000]])
        let configuration = WKPDFConfiguration()
        configuration.rect = CGRect(x: 10, y: 1500, width: 120, height: 80)
        let part = try await view.pdf(configuration: configuration)
        #expect(sheets(part) == [[0, 0, 120, 80]])
        #expect(part.range(of: Data("/BaseFont".utf8)) != nil, "the part has text")
        configuration.rect?.origin.y = 1400
        #expect(try await view.pdf(configuration: configuration).range(of: Data("/BaseFont".utf8)) == nil)
        view.pageZoom = 2
        #expect(sheets(try await view.pdf()) == [[0, 0, width, 4000]])
        configuration.rect = CGRect(x: 10, y: 3000, width: 120, height: 80)
        #expect(try await view.pdf(configuration: configuration).range(of: Data("/BaseFont".utf8)) != nil)
        configuration.rect = CGRect(x: 10, y: 10, width: 0, height: 80)
        await #expect(throws: WKError.self) { try await view.pdf(configuration: configuration) }
    }

    @Test func `a PDF's sheet is white, or clear where that is allowed, whatever the view is`() async throws {
        pages["/"] = "<body style='margin: 0'>text"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        let configuration = WKPDFConfiguration()
        var lengths: [Bool: Set<Int>] = [:]
        for isOpaque in [true, false] {
            view.isOpaque = isOpaque
            for isClear in [true, false] {
                configuration.allowTransparentBackground = isClear
                lengths[isClear, default: []].insert(try await view.pdf(configuration: configuration).count)
            }
            #expect(view.pageBackgroundColor == (isOpaque ? .white : .clear))
        }
        // The white sheet is a rectangle more.
        let (clear, white) = (try #require(lengths[true]), try #require(lengths[false]))
        #expect(clear.count == 1 && white.count == 1 && clear.first ?? 0 < white.first ?? 0)
    }

    @Test func `a PDF is whole where scripts are off`() async throws {
        pages["/"] = "<body style='margin: 0'><div style='height: 2000px'>tall</div>"
        let configuration = WKWebViewConfiguration()
        configuration.setURLSchemeHandler(pages, forURLScheme: "app")
        configuration.preferences.setValue(false, forKey: "javaScriptEnabled")
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
        await view.open("app://host/", navigations)
        #expect(sheets(try await view.pdf()) == [[0, 0, 400, 2000]])
    }
}
