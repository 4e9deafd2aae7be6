import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findGuide, GUIDES, guidesFor } from '@/lib/help/guides';

it('lists every guide of docs/guide, and no other', () => {
  expect(GUIDES.map(({ id }) => `${id}.md`).toSorted()).toEqual(
    readdirSync('docs/guide')
      .filter((name) => name.endsWith('.md'))
      .toSorted(),
  );
});

it('puts the guides of the reader first, each once', () => {
  expect(guidesFor(['support', 'admin']).map(({ id }) => id)).toEqual([
    'support',
    'administrators',
    'finance',
    'approvers',
    'auditors',
  ]);
});

it.each([
  ['finance', 'Finance'],
  ['nothing', undefined],
  ['__proto__', undefined],
])('finds %s: %s', (id, title) => {
  expect(findGuide(id)?.title).toBe(title);
});
