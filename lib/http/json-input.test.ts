import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonInput } from '@/lib/http/json-input';

it('is whatever JSON can say, and what is left out', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isJsonInput(value) && isJsonInput({ value, left: undefined })));
});

const holding = (value: unknown) => [value, [value], { deep: [{ value }] }];

it.each([
  [() => 1],
  [Symbol('x')],
  [7n],
  [new Date()],
  [new Map()],
  [new Set()],
  [Promise.resolve()],
  [new Blob()],
  [new FormData()],
  [new Uint8Array(1)],
])('is not %o, at any depth', (value) => {
  expect(holding(value).map(isJsonInput)).toEqual([false, false, false]);
});

it('looks into nothing that throws when it is looked at', () => {
  const placeholder = new Proxy(() => undefined, {
    get: () => {
      throw new Error('looked at');
    },
  });
  expect(isJsonInput([placeholder])).toBe(false);
});

it('comes to an end where a value is deep or holds itself', () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect(isJsonInput(cycle)).toBe(true);
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(isJsonInput(deep)).toBe(true);
});

it('is not a great many values, which are not all looked at', () => {
  const many = Array.from({ length: 300_000 }, () => ({}));
  expect(isJsonInput(many)).toBe(false);
  expect(isJsonInput(many.slice(0, 100_000))).toBe(true);
});
