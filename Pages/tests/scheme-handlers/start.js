// Loads a suite where the view has the scheme that it is about: `swwebview test` needs --assets and --sqlite, which Scripts/pages
// gives. Elsewhere the suite is skipped, and says so.

(async () => {
    const { suite = '', scheme = '' } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
    const probe = scheme === 'assets' ? 'assets://letters.txt' : 'sqlite://';
    try {
        await fetch(probe);
    } catch {
        console.log('TAP version 13\n1..1');
        console.log(`ok 1 - ${scheme}:// # SKIP this view was started without --${scheme}; Scripts/pages has it`);
        return;
    }
    for (const file of ['../harness/assertions.js', '../harness/testharness.js', suite]) {
        await new Promise((resolve, reject) => {
            const script = document.createElement('script');
            script.src = file;
            script.onload = resolve;
            script.onerror = reject;
            document.body.append(script);
        });
    }
})();
