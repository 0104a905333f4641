// Has its process hang, once its tests are reported.

test(() => addEventListener('pagehide', () => { for (;;); }), 'the page hangs as it goes');
