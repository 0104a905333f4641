// Module workers, and importScripts. Source: https://w3c.github.io/ServiceWorker/#importscripts

promise_test(async (t) => {
    const library = await putScript(uniqueName('library'), "export const answer = 'imported'; export const address = import.meta.url;");
    const { worker, url } = await startWorker(t, `import { answer, address } from '${library}';
        ${answering('[answer, address, import.meta.url, typeof this]')}`, { type: 'module' });
    const [answer, address, own, top] = await askWorker(worker);
    assert_equals(answer, 'imported');
    assert_equals(inPage(address), library);
    assert_equals(inPage(own), url);
    assert_equals(top, 'undefined', 'a module has no this');
}, 'a module worker imports');

promise_test(async (t) => {
    const { worker } = await startWorker(t, `onfetch = event => event.respondWith(new Response('from a module'));
        ${answering(`(async () => {
            const result = [];
            try { importScripts('${endpoint('script?id=none')}'); } catch (error) { result.push(error.name); }
            try { await import('${endpoint('script?id=none')}'); } catch (error) { result.push(error.name); }
            return result;
        })()`)}`, { type: 'module' });
    assert_array_equals(await askWorker(worker), ['TypeError', 'TypeError']);
}, 'a module worker has neither importScripts nor import()');

promise_test(async (t) => {
    const library = uniqueName('library');
    const address = await putScript(library, "export const answer = 'one';");
    const { worker, registration } = await startWorker(t, `import { answer } from '${address}'; ${answering('answer')}`, { type: 'module' });
    assert_equals(await askWorker(worker), 'one');
    await registration.update();
    assert_equals(registration.installing, null);
    await putScript(library, "export const answer = 'two';");
    await registration.update();
    await untilState(registration.installing ?? registration.waiting ?? registration.active, 'activated');
    assert_equals(await askWorker(registration.active), 'two');
}, 'a module worker is updated when a module that it imports differs');

promise_test(async (t) => {
    const first = await putScript(uniqueName('library'), "self.order = ['first'];");
    const second = await putScript(uniqueName('library'), "order.push('second'); let lexical = 1;");
    const never = await putScript(uniqueName('library'), 'self.never = true;');
    const { worker } = await startWorker(t, `importScripts('${first}', '${second}'); order.push('own', lexical);
        ${answering(`(() => {
            const result = [...order];
            importScripts('${first}');
            result.push(order.length);
            try { importScripts('${never}'); } catch (error) { result.push(error.name, self.never); }
            return result;
        })()`)}`);
    assert_array_equals(await askWorker(worker), ['first', 'second', 'own', 1, 1, 'NetworkError', undefined]);
}, 'importScripts runs in order; after the installation only what was imported before');

promise_test(async (t) => {
    const text = await putScript(uniqueName('library'), 'self.text = true;');
    const broken = await putScript(uniqueName('library'), 'this is no script');
    const { worker } = await startWorker(t, `const result = [];
        for (const address of ['${text}&type=text/plain', '${broken}', '/there-is-none.js', 'sw://elsewhere.example/x.js']) {
            try { importScripts(address); result.push('imported'); } catch (error) { result.push(error.name); }
        }
        ${answering('result')}`);
    assert_array_equals(await askWorker(worker), ['NetworkError', 'SyntaxError', 'NetworkError', 'NetworkError']);
}, 'what importScripts refuses, by name');

promise_test(async (t) => {
    const { worker, registration } = await startWorker(t, `const early = [self instanceof ServiceWorkerGlobalScope, self.constructor.name,
        typeof self.document, typeof self.Worker, typeof self.XMLHttpRequest, typeof self.indexedDB, typeof self.crypto.subtle, self.isSecureContext, self.origin];
        ${answering("[...early, registration.scope, serviceWorker.state, serviceWorker.scriptURL, location.href]")}`);
    const seen = await askWorker(worker);
    assert_array_equals(seen.map((/** @type {any} */ value) => typeof value === 'string' ? inPage(value) : value), [
        true, 'ServiceWorkerGlobalScope', 'undefined', 'undefined', 'undefined', 'object', 'object', true, location.origin,
        registration.scope, 'activated', worker.scriptURL, worker.scriptURL,
    ]);
}, 'the global of a worker');
