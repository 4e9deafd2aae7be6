import { expect, it } from 'vitest';
import { findPages } from '@/components/search/command-pages';

const namesFor = (text: string, role: 'finance' | 'support' | 'admin') =>
  findPages(text, [role]).map(({ name }) => name);

it('pages are found by a part of their name, in any case', () => {
  expect(namesFor('MONTHLY', 'support')).toEqual(['Monthly statements']);
  expect(namesFor('approvals', 'support')).toEqual(['Go to Approvals']);
});

it('only pages that the roles may open are found', () => {
  expect(namesFor('audit', 'admin')).toEqual(['Go to Audit']);
  expect(namesFor('audit', 'finance')).toEqual([]);
  expect(namesFor('new withdrawal', 'support')).toEqual([]);
});
