import { expect, it } from 'vitest';
import { KEYS, listKeys } from '@/components/ui/browser/keys';

it('lists what keys do once, with every way to do it, and leaves hidden keys out', () => {
  const lists = listKeys(false, ['n']);
  const acts = lists.flatMap(({ keys }) => keys.map(({ does }) => does));
  expect(new Set(acts).size).toBe(acts.length);
  expect(lists.flatMap(({ keys }) => keys.flatMap(({ ways }) => ways))).toHaveLength(Object.keys(KEYS).length - 1);
  expect(lists.find(({ where }) => where === 'Lists')?.keys).toContainEqual({ does: 'Next row', ways: [['j'], ['↓']] });
  expect(listKeys(true, [])[0]?.keys[0]?.ways).toEqual([['⌘', 'K']]);
});
