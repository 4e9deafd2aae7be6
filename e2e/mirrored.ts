import { expect, type Page } from '@playwright/test';
import type { SandboxClient } from '@/e2e/stack/sandbox-client';

/** A transfer as the service lists it. */
export type Item = Record<string, unknown> & { id: string };

/** Waits until the console has synced all transfers, and gives those that the service lists. */
export async function readAll(page: Page, sandbox: SandboxClient): Promise<Item[]> {
  const read = async () =>
    (await (await page.request.get('/api/transfers?limit=100')).json()) as {
      items: { id: string }[];
      coverage: { isComplete: boolean };
    };
  await expect.poll(async () => (await read()).coverage.isComplete, { timeout: 40_000 }).toBe(true);
  const items = (await sandbox.listTransfers()) as Item[];
  // One that another test created a moment ago may not be read yet.
  const newest = newestFirst(items)[0]?.id;
  await expect.poll(async () => (await read()).items.map(({ id }) => id)).toContain(newest);
  return items;
}

/** Gives the transfers in the order of the list: by time, then by ID, the newest first. */
export function newestFirst(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
}

function placeOf({ created_at, id }: Item): string {
  return `${String(created_at)} ${id}`;
}

/**
 * Gives the transfers with a text that no other transfer has; leaves out other than ASCII, and up to five characters.
 */
export function withOwnText(items: readonly Item[], textOf: (item: Item) => unknown): { id: string; text: string }[] {
  const all = items.flatMap((item) => {
    const text = textOf(item);
    // Other tests add references that an address writes in another form.
    return typeof text === 'string' && text.length > 5 && /^[\x20-\x7e]+$/.test(text) ? [{ id: item.id, text }] : [];
  });
  const counts = new Map<string, number>();
  for (const { text } of all) counts.set(text.toLowerCase(), (counts.get(text.toLowerCase()) ?? 0) + 1);
  return all.filter(({ text }) => counts.get(text.toLowerCase()) === 1);
}

/** Gives the first transfer with a text of its own. Throws if there is none. */
export function pickOwnText(items: readonly Item[], textOf: (item: Item) => unknown): { id: string; text: string } {
  const [first] = withOwnText(items, textOf);
  if (!first) throw new Error('no transfer has a text of its own');
  return first;
}
