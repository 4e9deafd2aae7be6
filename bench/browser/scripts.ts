import { type Desk, temporaryDirectory } from '@/bench/desk';
import { serveEmptyNext } from '@/bench/browser/empty-next';
import { type Figure, ratioOf } from '@/bench/figure';
import { signIn } from '@/bench/staff';

/**
 * Measures the script that a page loads until it is idle, in compressed bytes, relative to an empty page of the same
 * Next.
 */
export async function benchScripts(desk: Desk): Promise<Figure[]> {
  const { directory, remove } = temporaryDirectory('empty');
  const empty = await serveEmptyNext(directory);
  try {
    const finance = await signIn(desk.browser, desk.consoleUrl, 'finance');
    const state = await finance.context().storageState();
    await finance.context().close();
    const measure = (url: string) => measureScripts(desk, url, state);
    const plain = await measure(empty.url);
    const against = 'an empty page of the same Next';
    const figures: Figure[] = [];
    for (const path of ['/transfers', '/withdrawals', '/withdrawals/new'])
      figures.push({
        name: `Script of ${path} on the wire`,
        against,
        ...ratioOf('bytes', plain, await measure(`${desk.consoleUrl}${path}`)),
        target: { atMost: 1.5 },
      });
    return figures;
  } finally {
    await empty.stop();
    remove();
  }
}

/** Returns the bytes of every script that a page loads by itself in a fresh browser. */
async function measureScripts(
  desk: Desk,
  url: string,
  storageState: Awaited<ReturnType<ReturnType<Desk['page']['context']>['storageState']>>,
): Promise<number> {
  const context = await desk.browser.newContext({ storageState });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)));
  session.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) => void (scripts.has(requestId) && (bytes += encodedDataLength)),
  );
  const answer = await page.goto(url, { waitUntil: 'networkidle' });
  if (!answer?.ok() || page.url() !== url.replace(/\/?$/, new URL(url).pathname === '/' ? '/' : ''))
    throw new Error(`${url} answered ${answer?.status()} at ${page.url()}.`);
  await context.close();
  return bytes;
}
