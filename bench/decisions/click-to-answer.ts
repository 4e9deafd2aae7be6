import type { Browser, Page } from '@playwright/test';
import path from 'node:path';
import { openDesk } from '@/bench/decisions/approval-to-post';
import { temporaryDirectory } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, takeTurnsOf } from '@/bench/measure';
import { openBrowser, signIn } from '@/bench/staff';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';
import { startStack } from '@/scripts/stack/stack';

const ROUNDS = 8;
const SLOW_MS = 30_000;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

const IN_A_ROW = 20;
const ROWS = { rounds: 3, warmUp: 1 };

/**
 * Measures the time from a click on "Submit for approval" or "Approve" to the answer on the screen: with a slow
 * service, relative to a fast one; and the time of twenty last approvals in a row that send their own withdrawals,
 * relative to as many that leave them to the worker of another process.
 */
export async function benchAnswers(): Promise<Figure[]> {
  await buildIfStale();
  const { directory, remove } = temporaryDirectory('answers');
  const options = {
    dataDir: directory,
    mode: 'start',
    consolePort: await findFreePort(),
    sandboxPort: 0,
    transfers: 100,
    isDurable: false,
    env: { CONSOLE_LIMITS: 'wide' },
  } as const;
  const stack = await startStack({ ...options, signal: new AbortController().signal });
  const browser = await openBrowser();
  try {
    const finance = await signIn(browser, stack.consoleUrl, 'finance');
    const approver = await signIn(browser, stack.consoleUrl, 'approver-one');
    const times = {
      submit: { quick: [] as number[], slow: [] as number[] },
      approve: { quick: [] as number[], slow: [] as number[] },
    };
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const pace of ['quick', 'slow'] as const) {
        await setPace(stack.sandboxUrl, pace);
        const submitted = await submit(finance);
        const approved = await approve(approver, new URL(finance.url()).pathname);
        // The first round warms up.
        if (round < 0) continue;
        times.submit[pace].push(submitted);
        times.approve[pace].push(approved);
      }
    }
    const answers = (['submit', 'approve'] as const).map((what) => ({
      name: `To ${what} with a service that takes ${SLOW_MS / 1000} s`,
      against: 'with one that answers at once',
      ...ratioOf('ms', median(times[what].quick), median(times[what].slow)),
    }));
    return [...answers, await benchInARow(browser, directory)];
  } finally {
    await browser.close();
    await stack.stop();
    remove();
  }
}

async function benchInARow(browser: Browser, directory: string): Promise<Figure> {
  const here = await openDesk(path.join(directory, 'here'), { SMTP_URL: '' });
  const apart = await openDesk(path.join(directory, 'apart'), { SMTP_URL: '', CONSOLE_WORKERS: 'off' });
  try {
    const last = {
      here: await signIn(browser, here.consoleUrl, 'approver-two'),
      apart: await signIn(browser, apart.consoleUrl, 'approver-two'),
    };
    const times = await takeTurnsOf(ROWS, {
      apart: () => approveInARow(last.apart, apart.prepare),
      here: () => approveInARow(last.here, here.prepare),
    });
    return {
      name: `${IN_A_ROW} last approvals in a row that send their own withdrawals`,
      against: 'where another process sends them',
      ...ratioOf('ms', median(times.apart), median(times.here)),
      target: { atMost: 1.1 },
    };
  } finally {
    await here.close();
    await apart.close();
  }
}

/** Approves what waits in the queue, as a person does by keys, and returns the time in ms. */
async function approveInARow(page: Page, prepare: () => Promise<void>): Promise<number> {
  for (let count = 0; count < IN_A_ROW; count += 1) await prepare();
  await page.goto('/approvals');
  await page.getByRole('region', { name: 'Needs your decision', exact: true }).getByRole('link').first().click();
  const approveButton = page.getByRole('main').getByRole('button', { name: 'Approve' });
  await approveButton.waitFor();
  const start = performance.now();
  for (let count = 0; count < IN_A_ROW; count += 1) {
    const before = page.url();
    await page.keyboard.press('a');
    await clickAt(page.getByRole('dialog'), 'Approve');
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('main').getByText('2 of 2 approvals.').waitFor();
    if (count < IN_A_ROW - 1) await approveButton.and(page.locator(':enabled')).waitFor();
  }
  return performance.now() - start;
}

async function setPace(sandboxUrl: string, pace: 'quick' | 'slow') {
  await fetch(`${sandboxUrl}/_sandbox/faults`, { method: 'DELETE' });
  if (pace === 'quick') return;
  const body = JSON.stringify({ on: 'any', kind: 'latency', ms: SLOW_MS });
  await fetch(`${sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

async function submit(page: Page): Promise<number> {
  await page.goto('/withdrawals/new');
  await page.getByLabel('Profile ID').fill('p-ops');
  await page.getByLabel('Asset', { exact: true }).fill('ETH');
  await page.getByLabel('Destination address').fill(ADDRESS);
  await page.getByLabel('Amount').fill('1.5');
  await page.getByRole('button', { name: 'Review' }).click();
  const start = await clickAt(page, 'Submit for approval');
  await page.getByRole('main').getByRole('status').filter({ hasText: '0 of 2' }).waitFor();
  return performance.now() - start;
}

async function approve(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const start = await clickAt(page.getByRole('dialog'), 'Approve');
  await page.getByRole('main').getByRole('status').filter({ hasText: '1 of 2' }).waitFor();
  return performance.now() - start;
}

/** Clicks a button and returns the time of the click, on this process's clock. */
async function clickAt(scope: Pick<Page, 'getByRole'>, name: string): Promise<number> {
  const button = scope.getByRole('button', { name, exact: true });
  await button.waitFor();
  const start = performance.now();
  await button.click();
  return start;
}
