extension WKContentRuleListStore {
    /// Compiles rules and keeps them, in place of a list with the same identifier. Apple API.
    ///
    /// - Throws: `WKError.contentRuleListStoreCompileFailed`.
    public func compileContentRuleList(
        forIdentifier identifier: String!, encodedContentRuleList: String!
    ) async throws -> WKContentRuleList! {
        try await withCheckedThrowingContinuation { continuation in
            compileContentRuleList(forIdentifier: identifier, encodedContentRuleList: encodedContentRuleList) {
                continuation.resume(with: Self.result($0, $1))
            }
        }
    }

    /// Returns a list that was compiled before. Apple API.
    ///
    /// - Throws: `WKError.contentRuleListStoreLookUpFailed`.
    public func contentRuleList(forIdentifier identifier: String!) async throws -> WKContentRuleList! {
        try await withCheckedThrowingContinuation { continuation in
            lookUpContentRuleList(forIdentifier: identifier) { continuation.resume(with: Self.result($0, $1)) }
        }
    }

    /// Removes a list from the store; controllers that have it keep it. Apple API.
    ///
    /// - Throws: `WKError.contentRuleListStoreRemoveFailed` for an unknown list.
    public func removeContentRuleList(forIdentifier identifier: String!) async throws {
        try await withCheckedThrowingContinuation { continuation in
            removeContentRuleList(forIdentifier: identifier) { error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// Returns the identifiers of all lists. Apple API.
    public func availableIdentifiers() async -> [String]! {
        await withCheckedContinuation { continuation in
            getAvailableContentRuleListIdentifiers { continuation.resume(returning: $0) }
        }
    }

    private static func result(
        _ list: WKContentRuleList?, _ error: (any Error)?
    ) -> Result<WKContentRuleList?, any Error> {
        error.map { .failure($0) } ?? .success(list)
    }
}
