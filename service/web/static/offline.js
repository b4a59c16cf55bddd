/** The service worker: pages and what they are made of, kept for when there is no connection. Data is never kept. */

const KEPT = 'cartulary-pages';
const PAGES = ['/play', '/replay', '/authorize'];

/** Whether a request is for a page or a part of one. */
function isShell({method, url}) {
  const {origin, pathname} = new URL(url);
  return method === 'GET' && origin === location.origin
    && (PAGES.includes(pathname) || pathname.startsWith('/play/') || pathname.startsWith('/locale/') || pathname === '/verify.js');
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
