import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens the editor of a policy that ends in a rule for everything, and adds a rule before that one; gives its fields.
 */
export async function addRule(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Propose a change' }).click();
  const rules = await page.getByRole('group', { name: /^Rule \d+$/ }).count();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const added = ruleAt(page, rules);
  await added.getByLabel('Name', { exact: true }).fill(name);
  return added;
}

/** Gives the rule of the editor with a number, which counts from 1. */
export function ruleAt(page: Page, number: number): Locator {
  return page.getByRole('group', { name: `Rule ${number}`, exact: true });
}

/** Adds to a rule what its search finds first for a text; `kind` is what the search adds, such as "an asset". */
export async function choose(rule: Locator, kind: string, text: string) {
  const search = rule.getByLabel(`Add ${kind}`, { exact: true });
  const found = rule.getByRole('option').filter({ hasText: text }).first();
  // The list that was open before closes a moment after Escape, and may take this one with it.
  await expect(async () => {
    await search.fill('');
    await search.fill(text);
    await expect(found).toHaveAttribute('data-highlighted', { timeout: 2_000 });
  }).toPass();
  await search.press('Enter');
  await search.press('Escape');
}

/** Adds a limit for an asset to the lines of a rule with a heading. */
export async function addLimit(rule: Locator, heading: string, asset: string, limit: string) {
  const lines = rule.getByRole('group', { name: heading });
  await lines.getByRole('button', { name: 'Add a limit' }).click();
  const number = await lines.getByRole('listitem').count();
  await lines.getByLabel(`Asset ${number}`).fill(asset);
  await lines.getByLabel(`Limit ${number}`).fill(limit);
}

/** Moves the rule with a number, which counts from 1, to the first place. */
export async function moveToTop(page: Page, number: number) {
  await ruleAt(page, number)
    .getByRole('button', { name: /^Move rule/ })
    .focus();
  // The focus goes with the rule.
  for (let place = number; place > 1; place -= 1) {
    await page.keyboard.press('ArrowUp');
    await expect(ruleAt(page, place - 1).getByRole('button', { name: /^Move rule/ })).toBeFocused();
  }
}

/** Drags the rule with a number by its handle to the place before another; numbers count from 1. */
export async function dragBefore(page: Page, number: number, other: number) {
  const [handle, target] = [ruleAt(page, number).getByRole('button', { name: /^Move rule/ }), ruleAt(page, other)];
  await target.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('both rules must be on the screen');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y, { steps: 3 });
  await expect(page.locator('[data-dragged]')).toBeVisible();
  // A hand goes on moving; the line shows where the rule would come.
  let y = to.y + to.height / 2;
  await expect(async () => {
    await page.mouse.move(to.x + to.width / 2, (y -= 3), { steps: 2 });
    await expect(page.locator('[data-drop-place="before"]')).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 10_000 });
  await page.mouse.up();
}
