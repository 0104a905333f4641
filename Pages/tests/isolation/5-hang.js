// Hangs the web process after its tests are reported.

test(() => addEventListener('pagehide', () => { for (;;); }), 'the page hangs while it closes');
