import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** On the page's own clock; undefined until then. */
    benchPaintedAt: number | undefined;
    benchTypedAt: number | undefined;
    // Of pages/in-page.js.
    benchWatch: (isSo: () => boolean) => void;
    benchIsDrawn: (index: number) => boolean;
    benchWatchHit: (text: string) => void;
    benchScrollTo: (row: number, earlyRow: number) => Promise<Scrolled>;
  }
}

/** What scrolling did: frames that came and that were missed, and how many elements there were at an early row and at the last. */
export interface Scrolled {
  ms: number;
  longTasks: number;
  frames: number;
  dropped: number;
  early: number;
  late: number;
}

/** Puts what measures into every document that a page loads. */
export async function prepare(page: Page): Promise<Page> {
  await page.addInitScript({ path: 'bench/pages/in-page.js' });
  return page;
}

/** Lets every document note, too, when its first row was painted, from the beginning of its navigation. */
export async function watchFirstRow(page: Page): Promise<Page> {
  await prepare(page);
  await page.addInitScript(() => window.benchWatch(() => window.benchIsDrawn(0)));
  return page;
}

/** Goes to an address and gives how long it took until the first row was painted, in milliseconds. */
export async function timeFirstRow(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return readPainted(page);
}

/** Types a text at once into the search box of a page and gives how long it took until a row that shows it was painted. */
export async function timeHit(page: Page, text: string): Promise<number> {
  await page.getByLabel('Find a transfer').last().focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((wanted) => window.benchWatchHit(wanted), text);
  await page.keyboard.insertText(text);
  const paintedAt = await readPainted(page);
  return paintedAt - (await page.evaluate(() => window.benchTypedAt ?? Number.NaN));
}

async function readPainted(page: Page): Promise<number> {
  const painted = await page.waitForFunction(() => window.benchPaintedAt);
  return (await painted.jsonValue()) ?? Number.NaN;
}
