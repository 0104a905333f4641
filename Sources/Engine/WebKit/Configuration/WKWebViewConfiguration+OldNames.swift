extension WKWebViewConfiguration {
    /// Whether all media wait for a gesture. Apple API, an old name.
    @available(*, deprecated, renamed: "mediaTypesRequiringUserActionForPlayback")
    public var requiresUserActionForMediaPlayback: Bool {
        get { mediaTypesRequiringUserActionForPlayback == .all }
        set { mediaTypesRequiringUserActionForPlayback = newValue ? .all : [] }
    }

    /// Whether all media wait for a gesture. Apple API, an older name.
    @available(*, deprecated, renamed: "mediaTypesRequiringUserActionForPlayback")
    public var mediaPlaybackRequiresUserAction: Bool {
        get { mediaTypesRequiringUserActionForPlayback == .all }
        set { mediaTypesRequiringUserActionForPlayback = newValue ? .all : [] }
    }

    /// Whether media may play on an AirPlay device. Apple API, an old name.
    @available(*, deprecated, renamed: "allowsAirPlayForMediaPlayback")
    public var mediaPlaybackAllowsAirPlay: Bool {
        get { allowsAirPlayForMediaPlayback }
        set { allowsAirPlayForMediaPlayback = newValue }
    }
}
