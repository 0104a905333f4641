import Testing

@testable import SWWebView
