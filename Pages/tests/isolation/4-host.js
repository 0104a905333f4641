// Leaves the test host's settings changed: limits, and at last the network off.

promise_test(async () => {
    for (const setting of ['event-limit?seconds=0.001', 'cache-quota?bytes=1', 'offline?mode=strict']) {
        assert_equals((await fetch(`/___testing___/${setting}`)).status, 200, setting);
    }
    assert_false(navigator.onLine);
}, 'limits are set, and there is no network');
