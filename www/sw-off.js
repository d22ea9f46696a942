// Takes back what sw.js keeps. Put it on the host under the name sw.js: every browser that comes by forgets the kept page and asks the host again.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => {
    event.waitUntil((async () => {
        const names = await caches.keys();
        await Promise.all(names.filter(name => name.startsWith(`bookahead ${self.registration.scope} `)).map(name => caches.delete(name)));
        await self.registration.unregister();
        for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url);
    })());
});
