// Leaves changed settings of the test host: limits, and a disconnected network.

promise_test(async () => {
    for (const setting of ['event-limit?seconds=0.001', 'cache-quota?bytes=1', 'offline?mode=strict']) {
        assert_equals((await fetch(`/___testing___/${setting}`, { headers: { 'X-SWWebView-Request': '1' } })).status, 200, setting);
    }
    assert_false(navigator.onLine);
}, 'the page leaves limits and a disconnected network');
