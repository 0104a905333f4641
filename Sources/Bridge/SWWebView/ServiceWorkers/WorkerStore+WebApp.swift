import ServiceWorkers

extension WorkerStore: WebAppHost {
    func isOnline(_ key: StorageKey) -> Bool { loading(for: key).loader.connectivity.isOnline }

    func webAppChanged(_ permissions: String) {
        for view in views.webViews { view.followWebApp() }
        for realm in realms.all { realm.tell(event: "permission", json: permissions) }
    }
}
