extension SimulatedPhone {
    /// The state of the status bar.
    public struct StatusBar: Sendable, Equatable {
        /// Whether the bar is visible.
        public internal(set) var isVisible = true
        /// The style: `DARK`, `LIGHT` or `DEFAULT`.
        public internal(set) var style = "DEFAULT"
        /// Whether the bar overlays the page.
        public internal(set) var overlays = true
        /// The background color, as `#RRGGBB` or `#RRGGBBAA`.
        public internal(set) var color = "#000000"
    }
}
