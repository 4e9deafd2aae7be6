import { findChromium } from '@/scripts/browser/find-chromium';
import { runCommand } from '@/scripts/stack/run-command';

/** Sees to it that there is a browser. Debian's package first: Playwright's own comes from a host that closed networks refuse. */
export async function installChromium(signal: AbortSignal): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log('Installing a browser for the tests ...');
  const attempts = [
    ...(process.getuid?.() === 0 ? ['chromium-headless-shell', 'chromium'].map(fromDebian) : []),
    'node node_modules/@playwright/test/cli.js install chromium',
  ];
  for (const attempt of attempts) {
    // Which of them worked shows in the result.
    await runCommand('The installation', 'sh', ['-c', attempt], { signal });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error('There is no browser for the tests. Install Chromium, or name one by PLAYWRIGHT_CHROMIUM.');
}

const fromDebian = (name: string) =>
  `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${name}`;
