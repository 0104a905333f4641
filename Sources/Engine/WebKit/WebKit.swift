// Apple's WebKit module brings Foundation with it, networking types included. On Linux those live in two modules, so an
// application file that says only `import WebKit` gets both from here.
@_exported import Foundation
@_exported import FoundationNetworking
