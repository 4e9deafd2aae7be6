import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** On the page's own clock; undefined until it happens. */
    benchPaintedAt: number | undefined;
    benchTypedAt: number | undefined;
    // Defined in pages/measure-in-page.js.
    benchWatch: (isReached: () => boolean) => void;
    benchIsRendered: (index: number) => boolean;
    benchWatchSearch: (text: string) => void;
    benchScrollTo: (row: number, earlyRow: number) => Promise<Scrolled>;
  }
}

/**
 * Result of scrolling: frames that came and that were dropped, and the number of elements at an early row and at the
 * last.
 */
export interface Scrolled {
  ms: number;
  longTasks: number;
  frames: number;
  dropped: number;
  early: number;
  late: number;
}

/** Adds the measuring script to every document that a page loads. */
export async function addMeasurements(page: Page): Promise<Page> {
  await page.addInitScript({ path: 'bench/pages/measure-in-page.js' });
  return page;
}

/** Also records in every document when its first row is painted, from the start of the navigation. */
export async function recordFirstRow(page: Page): Promise<Page> {
  await addMeasurements(page);
  await page.addInitScript(() => window.benchWatch(() => window.benchIsRendered(0)));
  return page;
}

/** Opens an address and returns the time until the first row is painted, in milliseconds. */
export async function timeFirstRow(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return readPainted(page);
}

/**
 * Enters a text into the search box of a page and returns the time until a row that shows the text is painted, in
 * milliseconds.
 */
export async function timeSearchHit(page: Page, text: string): Promise<number> {
  await page.getByLabel('Find a transfer').last().focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((wanted) => window.benchWatchSearch(wanted), text);
  await page.keyboard.insertText(text);
  const paintedAt = await readPainted(page);
  return paintedAt - (await page.evaluate(() => window.benchTypedAt ?? Number.NaN));
}

async function readPainted(page: Page): Promise<number> {
  const painted = await page.waitForFunction(() => window.benchPaintedAt);
  return (await painted.jsonValue()) ?? Number.NaN;
}
