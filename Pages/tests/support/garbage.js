/** Makes garbage until JavaScriptCore has collected objects that nobody holds, and the callbacks of registries have run. */
const collectGarbage = async () => {
    let collected = 0;
    const registry = new FinalizationRegistry(() => { collected += 1; });
    for (let number = 0; number < 100; number += 1) registry.register({ number }, number);
    while (collected < 90) {
        Array.from({ length: 100_000 }, (_, number) => ({ number }));
        await new Promise((resolve) => setTimeout(resolve));
    }
    // A registry that nobody holds calls nothing.
    registry.unregister(registry);
    await new Promise((resolve) => setTimeout(resolve));
};
