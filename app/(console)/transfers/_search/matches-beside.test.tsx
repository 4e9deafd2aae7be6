import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import MatchesBeside from '@/app/(console)/transfers/_search/matches-beside';
import { type FoundBeside, NOTHING_FOUND } from '@/lib/search/found';

const RECIPIENT = {
  id: 'e-1',
  name: 'Nordwind',
  network: 'ETHEREUM',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
  state: 'ACTIVE',
  how: 'similar',
  transfers: 0,
} as const;
const READ = { amounts: ['18400', '18.400'], asset: 'USDC' };

function markupOf(found: Partial<FoundBeside> | undefined, place: { isOpen: boolean; isAlone: boolean }): string {
  const first = found && { q: 'nord', found: { ...NOTHING_FOUND, ...found } };
  return renderToString(<MatchesBeside q="nord" first={first} items={[]} now="2026-11-22T10:00:00Z" {...place} />);
}
const LONG = { isOpen: false, isAlone: false };
const SHORT = { isOpen: true, isAlone: false };
const EMPTY = { isOpen: true, isAlone: true };

it('is not there beside few rows or none where nothing is, nor while it searches', () => {
  for (const place of [SHORT, EMPTY]) for (const found of [{}, undefined]) expect(markupOf(found, place)).toBe('');
});

it('keeps a line above a long list, which opens only onto something', () => {
  expect(markupOf({}, LONG)).toContain('Nothing else matches');
  expect(markupOf(undefined, LONG)).toContain('Searching requests and recipients…');
  expect(markupOf({}, LONG)).not.toContain('<details');
  expect(markupOf({ recipients: [RECIPIENT] }, LONG)).toMatch(/<details><summary[^>]*>Also found: 1 recipient/);
});

it('leads where the list has no rows, and leaves it to their message how an amount was read', () => {
  expect(markupOf({ recipients: [RECIPIENT] }, EMPTY)).toMatch(/<details open="">.*>Found: 1 recipient/);
  expect(markupOf({ read: READ }, EMPTY)).toBe('');
  expect(markupOf({ read: READ }, SHORT)).toContain('Read as 18,400 and as 18.4 USDC.');
});
