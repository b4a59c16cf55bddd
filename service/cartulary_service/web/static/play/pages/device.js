/** This device, as its owner would call it. */

const BROWSERS = [['Edg', 'Edge'], ['OPR', 'Opera'], ['SamsungBrowser', 'Samsung Internet'], ['YaBrowser', 'Yandex'],
  ['Whale', 'Whale'], ['Firefox', 'Firefox'], ['FxiOS', 'Firefox'], ['Chrom', 'Chrome'], ['CriOS', 'Chrome'],
  ['Safari', 'Safari']];
const SYSTEMS = [['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Android', 'Android'], ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'], ['Mac OS X', 'Mac'], ['Linux', 'Linux']];

/** Browser and system, as the label of a token; null where neither is known. */
export function deviceName(agent = navigator.userAgent) {
  const parts = [BROWSERS, SYSTEMS].map((names) => names.find(([sign]) => agent.includes(sign))?.[1]);
  return parts.filter(Boolean).join(' · ') || null;
}
