import Foundation
import HTTPMessages

/// A command for a worker process, one line of JSON each.
package enum WorkerCommand: Codable, Sendable {
    /// Run a page; `attempt` counts from 1.
    case run(page: PageReference, attempt: Int)
    /// Begin to compile the scripts of pages.
    case prepare(pages: [PageReference])
    /// End the page that runs as it is.
    case stop

    /// The command as one line.
    var line: String { JSONText.text(self) }
}
