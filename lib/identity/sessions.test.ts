import { expect, it } from 'vitest';
import { describeAgent } from '@/lib/identity/sessions';

const MOZILLA = 'Mozilla/5.0';
const OLD_WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${OLD_WEBKIT} Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${OLD_WEBKIT} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome on an iPhone',
  ],
  [
    `${MOZILLA} (Linux; Android 15) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['curl/8.0', 'an unknown browser'],
  [`${MOZILLA} (Windows NT 10.0)`, 'an unknown browser on Windows'],
  ['', 'an unnamed browser'],
  [null, 'an unnamed browser'],
])('%s', (agent, description) => {
  expect(describeAgent(agent)).toBe(description);
});
