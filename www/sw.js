// Keeps one build of the page, so that it opens without a network. scripts/offline.mjs fills in the build and its files. A newer build waits until all pages of
// this one are closed, or until a reader asks for it: nobody's page changes while it is open.
const build = 'BUILD';
const files = ['FILES'];
const { scope } = self.registration;
// Two copies of the page on one host have names of their own.
const named = `bookahead ${scope} `;

// The page's own address stands for index.html: some hosts redirect the name to it. Only names with a hash may come from the browser's own store.
const request = file => new Request(`./${file}`, { cache: /-[0-9a-f]{8,}/.test(file) ? 'default' : 'reload' });

self.addEventListener('install', event => {
    event.waitUntil(caches.open(named + build).then(cache => cache.addAll(files.map(request))));
});

self.addEventListener('activate', event => {
    const isOld = name => name.startsWith(named) && name !== named + build;
    event.waitUntil(caches.keys().then(names => Promise.all(names.filter(isOld).map(name => caches.delete(name)))));
});

// A reader who asked for the new build.
self.addEventListener('message', event => {
    if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', event => {
    const address = new URL(event.request.url);
    const path = address.origin + address.pathname;
    if (event.request.method !== 'GET' || !path.startsWith(scope)) return;
    const file = path.slice(scope.length).replace(/^index\.html$/, '');
    if (!files.includes(file)) return;
    const kept = caches.open(named + build).then(cache => cache.match(`./${file}`, { ignoreVary: true }));
    event.respondWith(kept.then(found => found ?? fetch(event.request)));
});
