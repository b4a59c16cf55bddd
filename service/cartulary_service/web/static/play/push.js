/** Notices of this browser by Web Push, which come while the page is closed. */

import {serviceWorkers} from './secure-context.js';

/** Whether this browser can be notified. */
export function hasPush() {
  return serviceWorkers() !== null && 'PushManager' in window && 'Notification' in window;
}

/** The subscription of this browser, or null. */
export async function pushSubscription() {
  if (!hasPush()) return null;
  const worker = await serviceWorkers().getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Subscribe this browser for the turns of whoever is signed in. The browser asks for permission. */
export async function subscribePush(service, language) {
  const worker = await serviceWorkers().ready;
  const {key} = await service.get('/push-key');
  const subscription = await worker.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: key});
  const {endpoint, keys} = subscription.toJSON();
  await service.create('/webhooks', {url: endpoint, format: 'push', keys, my_turn: true, language});
}

/** End the subscription, at the service and here. */
export async function cancelPush(service, webhook) {
  await service.remove(`/webhooks/${webhook}`);
  await (await pushSubscription())?.unsubscribe();
}
