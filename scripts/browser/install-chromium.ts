import { findChromium } from '@/scripts/browser/find-chromium';
import { runCommand } from '@/scripts/stack/run-command';

/**
 * Finds or installs a browser for the tests and returns its path. Tries Debian's package first, since closed networks
 * block the host of Playwright's own.
 */
export async function installChromium(signal: AbortSignal): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log('Installing a browser for the tests ...');
  const attempts = [
    ...(process.getuid?.() === 0 ? ['chromium-headless-shell', 'chromium'].map(fromDebian) : []),
    'node node_modules/@playwright/test/cli.js install chromium',
  ];
  for (const attempt of attempts) {
    // The exit code is ignored: only a browser that is found counts.
    await runCommand({ name: 'The installation', command: 'sh', args: ['-c', attempt], signal });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error('No browser was found for the tests. Install Chromium, or set PLAYWRIGHT_CHROMIUM to its path.');
}

const fromDebian = (name: string) =>
  `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${name}`;
