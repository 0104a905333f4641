// Leaves the window with a name, a history, a scroll position, a focused element and a selection.

promise_test(async () => {
    window.name = 'left';
    history.replaceState('left', '', '?left');
    for (let index = 0; index < 3; index += 1) history.pushState(index, '', `?${index}#left`);
    document.title = 'left';
    document.body.style.height = '10000px';
    scrollTo(0, 5000);
    assert_greater_than(scrollY, 0);
    const input = document.createElement('input');
    input.value = 'left';
    document.body.append(input);
    input.focus({ preventScroll: true });
    input.select();
    getSelection()?.selectAllChildren(document.body);
    document.designMode = 'on';
    document.execCommand('copy');
    await navigator.clipboard?.writeText('left').catch(() => {});
    assert_greater_than(history.length, 1);
    moveTo(10, 10);
    resizeTo(300, 200);
}, 'the page leaves a changed window');

promise_test(async () => {
    if ('Notification' in window) await Notification.requestPermission();
    await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => {});
}, 'the page requests permissions');

promise_test(async () => {
    for (const [key, descriptor] of Object.entries({ fetch: undefined, Promise: undefined, setTimeout: undefined })) {
        Object.defineProperty(globalThis, `left${key}`, { value: descriptor });
    }
    Object.assign(Array.prototype, { left: 'left' });
    Object.assign(Object.prototype, { leftToo: 'left' });
    Reflect.deleteProperty(Object.prototype, 'leftToo');
}, 'the page leaves changed built-in objects');
