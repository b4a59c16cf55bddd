/** The service worker: pages and what they are made of, kept for when there is no connection. Data is never kept. */

const KEPT = 'cartulary-pages';
const PAGES = ['/play', '/replay', '/authorize'];
const FOLDERS = ['/play/', '/locale/', '/verifier/'];

/** Whether a request is for a page or a part of one. */
function isShell({method, url}) {
  const {origin, pathname} = new URL(url);
  return method === 'GET' && origin === location.origin
    && (PAGES.includes(pathname) || FOLDERS.some((folder) => pathname.startsWith(folder)) || pathname === '/verify.js');
}

/** What the service has now, else what was kept; one page of each path, whatever its query. */
async function answer(request) {
  const cache = await caches.open(KEPT);
  const {pathname} = new URL(request.url);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && fresh.type === 'basic') await cache.put(pathname, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(pathname);
    if (kept) return kept;
    throw error;
  }
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (isShell(event.request)) event.respondWith(answer(event.request));
});

/** Show a notice that came while the page may be closed; a later one of the same game takes its place. */
addEventListener('push', (event) => {
  const {title, body, path, tag} = event.data.json();
  event.waitUntil(registration.showNotification(title, {body, tag, renotify: tag !== undefined, data: path ?? '/play', icon: '/play/icon-192.png'}));
});

/** Lead from a notice to its game, in a window that is open if there is one. */
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data, location.origin).href;
  event.waitUntil((async () => {
    const [open] = await clients.matchAll({type: 'window', includeUncontrolled: true});
    if (!open) return clients.openWindow(address);
    await open.focus();
    return open.navigate(address);
  })());
});
