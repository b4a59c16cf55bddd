/** Keeps the pages for when there is no connection, where the browser can. */

import {serviceWorkers} from './secure-context.js';

/** Have the service worker keep the pages. Without one they work as before, but not offline. */
export function keepPages() {
  const address = new URL('offline.js', document.baseURI).href;
  // A script's address must come from the one policy that the page's Content-Security-Policy names.
  const policy = window.trustedTypes?.createPolicy('cartulary-offline', {createScriptURL: () => address});
  serviceWorkers()?.register(policy?.createScriptURL('') ?? address).catch(() => {});
}
