import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findMetadataIssues, metadataLength } from '@/lib/withdrawals/metadata';

it('counts whichever reading of "characters" is longer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (text) => {
      const sent = text.normalize('NFC');
      expect(metadataLength(text)).toBe(Math.max([...sent].length, sent.length));
    }),
  );
});

it('allows one hundred characters and refuses one more, in key and in value', () => {
  expect(findMetadataIssues([{ key: 'k'.repeat(100), value: 'v'.repeat(100) }])).toEqual([]);
  expect(findMetadataIssues([{ key: 'k'.repeat(101), value: '' }])).toMatchObject([{ index: 0, field: 'key' }]);
  expect(findMetadataIssues([{ key: 'k', value: '😀'.repeat(51) }])).toMatchObject([{ index: 0, field: 'value' }]);
});

it('refuses a key that is used twice, also where only its spelling in Unicode differs', () => {
  const pairs = [
    { key: 'caf\u00e9', value: '1' },
    { key: 'cafe\u0301', value: '2' },
  ];
  expect(findMetadataIssues(pairs)).toEqual([
    { index: 1, field: 'key', message: expect.stringContaining('already key 1') },
  ]);
});

it('refuses an empty key and keys that programs treat as more than data', () => {
  expect(findMetadataIssues([{ key: '', value: 'x' }])).toMatchObject([{ index: 0, field: 'key' }]);
  for (const key of ['__proto__', 'constructor', 'prototype'])
    expect(findMetadataIssues([{ key, value: 'x' }])).toMatchObject([{ index: 0, field: 'key' }]);
  expect(findMetadataIssues([{ key: 'proto', value: '__proto__' }])).toEqual([]);
});
