// The suites beside this folder want schemes that `swwebview test` has with --assets and --sqlite, which Scripts/pages gives.
// Elsewhere their tests are skipped, and say so.

/** @param {string} probe  An address of the scheme. */
const testsOf = (probe) => {
    const isThere = fetch(probe).then(() => true, () => false);
    /** @param {(t: HarnessTest) => Promise<void>} body @param {string} name */
    return (body, name) =>
        promise_test(async (/** @type {HarnessTest} */ t) => {
            assert_implements_optional(await isThere, `${probe} is not there: Scripts/pages starts the command with its option`);
            await body(t);
        }, name);
};
