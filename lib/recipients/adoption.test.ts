import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AdoptionOffer, describeTimes, findNameIssues, suggestName } from '@/lib/recipients/adoption';
import { recipientEntrySchema } from '@/lib/recipients/form';

const offer = (key: string, network = 'ETHEREUM'): AdoptionOffer => ({
  key,
  network,
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
  profiles: [],
  suggestedName: '',
  paid: { times: 1, isAtLeast: false, lastAt: '2026-11-22T10:00:00Z', amounts: [] },
});
const issuesOf = (names: Record<string, string>, offers = Object.keys(names).map((key) => offer(key))) =>
  Object.fromEntries(findNameIssues(offers, ({ key }) => names[key] ?? ''));

describe('the names of adopted recipients', () => {
  it('are required, each once on a network, also where they only look the same', () => {
    expect(issuesOf({ a: 'Acme', b: 'Byron' })).toEqual({});
    expect(issuesOf({ a: ' ', b: 'Byron' })).toEqual({ a: 'Enter a name for the recipient.' });
    const twice = expect.stringContaining('has this name') as string;
    expect(issuesOf({ a: 'Acme', b: 'acme' })).toEqual({ b: twice });
    // A Cyrillic letter.
    expect(issuesOf({ a: 'Acme', b: '\u0410cme' })).toEqual({ b: twice });
    expect(issuesOf({ a: 'Acme', b: 'Acme' }, [offer('a'), offer('b', 'BASE')])).toEqual({});
    expect(issuesOf({ a: 'x'.repeat(81) })).toEqual({ a: 'Use at most 80 characters.' });
  });

  it.each([
    ['Byron & Co', { supplier: 'Acme' }, 'Byron & Co'],
    [undefined, { 'Supplier name': ' Acme  Metals ' }, 'Acme Metals'],
    [undefined, { RECIPIENT_NAME: 'Acme' }, 'Acme'],
    [undefined, { invoice: 'INV-1', purpose: 'supplier' }, ''],
    [undefined, { name: 'Acme\u202Etxt' }, ''],
    ['x'.repeat(81), { payee: 'Acme' }, 'Acme'],
    [undefined, { name: 12 }, ''],
    [undefined, null, ''],
  ])('are suggested from a beneficiary or from metadata: %j, %j', (beneficiary, metadata, name) => {
    expect(suggestName(beneficiary, metadata)).toBe(name);
  });

  it('are suggested only as an entry may have them, whatever the metadata', () => {
    fc.assert(
      fc.property(fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }), fc.anything(), (named, metadata) => {
        const name = suggestName(named, { name: metadata });
        if (name !== '') expect(recipientEntrySchema.shape.name.parse(name)).toBe(name);
      }),
    );
  });
});

it('says how often a recipient was paid', () => {
  expect(describeTimes({ times: 1, isAtLeast: false })).toBe('Paid once');
  expect(describeTimes({ times: 12, isAtLeast: false })).toBe('Paid 12 times');
  expect(describeTimes({ times: 500, isAtLeast: true })).toBe('Paid 500 times or more');
});
