// The service worker answers in its place.
self.who = { clientId: 'nobody' };
