import CWebKitGTK

extension WKWebsiteDataStore {
    /// The proxies of the store's views; empty for those of the system. Apple API.
    ///
    /// Set them before the first load: connections that are open stay as they are. Unlike on iOS only the first one is used, for all
    /// domains but its `excludedDomains`, and without failover. The interception, see ``WKWebViewConfiguration/interceptsNetwork`` and
    /// ``WKWebView/load(_:)``, goes before the proxies.
    ///
    /// A proxy without a host is misuse, see ``WKException``.
    public var proxyConfigurations: [ProxyConfiguration] {
        get { proxies }
        set {
            let addresses = newValue.compactMap(\.address)
            if addresses.count < newValue.count {
                WKException.raise(.invalidArgumentException, "A proxy needs the host of its endpoint")
                return
            }
            proxies = newValue
            SettingWithoutEffect.noteChange(
                of: "WKWebsiteDataStore.proxyConfigurations with several proxies, matchDomains or allowFailover",
                newValue.count > 1 || newValue.contains { !$0.matchDomains.isEmpty || $0.allowFailover },
                "a request takes the first proxy that matches and works")
            SettingWithoutEffect.noteChange(
                of: "WKWebsiteDataStore.proxyConfigurations in a store whose requests go through the host",
                networkInterception != nil && !newValue.isEmpty, "requests go through a proxy")
            useProxies()
        }
    }

    private func useProxies() {
        guard networkInterception == nil else { return }
        let context = preparedContext
        let excluded = proxies.first?.excludedDomains ?? []
        CStrings.withCStrings(excluded) {
            cwk_context_set_proxy(context.handle, proxies.first?.address, $0, excluded.count)
        }
        let settling = NetworkSettling()
        settling.begin(in: context)
        proxySettling = settling
    }
}
