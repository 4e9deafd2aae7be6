import { expect, it } from 'vitest';
import { explainRest, fillProvider, isProviderFound, readProvider } from '@/lib/recipients/providers';

const NAME = 'Обменник Пример';

it.each<[unknown, object | undefined]>([
  [
    { id: 'a', name: NAME, website: 'https://a.example', more: {} },
    { id: 'a', name: NAME, website: 'https://a.example' },
  ],
  [
    { id: 'a', name: 'x'.repeat(300), website: null },
    { id: 'a', name: 'x'.repeat(300), website: '' },
  ],
  [{ id: 'a', name: ' ' }, undefined],
  [{ id: 'a b', name: NAME }, undefined],
  [{ id: 7, name: NAME }, undefined],
  [{ id: 'a', name: 'x'.repeat(2001) }, undefined],
  [null, undefined],
  [42, undefined],
])('reads %j leniently', (item, provider) => {
  expect(readProvider(item)).toEqual(provider);
});

it.each([
  ['обменник', true],
  ['ПРИМЕР обмен', true],
  ['a.example', true],
  ['ｏбменник', false],
  ['bank', false],
])('is found by “%s”: %s', (search, isFound) => {
  expect(isProviderFound({ id: 'a', name: NAME, website: 'https://a.example' }, search)).toBe(isFound);
});

it('fills the form without characters that change the direction', () => {
  const provider = { id: 'a', name: 'Reversed \u202Eegnahcxe', website: '' };
  expect(fillProvider(provider)).toEqual({ provider: 'Reversed egnahcxe', website: '', providerId: 'a' });
});

it('says in words that there may be more, or none', () => {
  expect(explainRest({ items: [], rest: 'more' })).toMatch(/More than 20 match/);
  expect(explainRest({ items: [], rest: 'unended' })).toMatch(/did not end/);
  expect(explainRest({ items: [], rest: 'none' })).toMatch(/No provider/);
  expect(explainRest({ items: [{ id: 'a', name: NAME, website: '' }], rest: 'none' })).toBe('');
});
