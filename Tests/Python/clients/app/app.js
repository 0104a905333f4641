const out = document.querySelector('#out');
const say = (text) => { out.textContent = text; };
const on = (id, action) => document.getElementById(id).addEventListener('click', action);

on('trust', (event) => say(event.isTrusted ? 'trusted' : 'imitated'));
on('console', () => {
  console.log('a line', { of: 'the page' });
  console.warn('careful');
  setTimeout(() => { throw new Error('nobody catches this'); });
});
on('fetch', async () => {
  try {
    say(`fetched ${(await (await fetch('data.json')).json()).a}`);
  } catch (error) {
    say(`failed: ${error.message}`);
  }
});
on('worker', async () => say(`sw ${await (await fetch('worker-answer')).text()}`));
on('ask', () => say(`confirmed ${confirm('Sure?')}`));
on('prompt', () => say(`prompted ${prompt('Your name?', 'nobody')}`));
on('alert', () => {
  alert('Look');
  say('alerted');
});
document.forms[0].addEventListener('submit', (event) => {
  event.preventDefault();
  say(`Hello ${event.target.elements.name.value}`);
});

startWorker().catch(() => { document.title = 'No worker'; });

async function startWorker() {
  await navigator.serviceWorker.register('worker.js');
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  }
  document.title = 'Ready';
}
