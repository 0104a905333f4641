package import URLInterception

/// The page that a request is made for.
package enum FirstParty: Sendable, Equatable {
    /// The asker is the page, or a worker of its own.
    case asker
    /// The asker is in a frame of a page of this origin, or of a page without one.
    case page(Origin?)
    /// The response becomes the page. A document of that origin leads there; nil for the application, the user or the history.
    case response(ledBy: Origin?)
}
