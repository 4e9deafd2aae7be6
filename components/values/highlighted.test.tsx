import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Highlighted } from '@/components/values/highlighted';

const markupOf = (text: string, part: string) => renderToStaticMarkup(<Highlighted text={text} part={part} />);
const markedIn = (text: string, part: string) => /<mark[^>]*>(.*)<\/mark>/.exec(markupOf(text, part))?.[1];

it.each([
  ['northwind-48', 'NORTHWIND 48', 'northwind-48'],
  ['0x4e111Ec077', '4e11 1Ec0', '4e111Ec0'],
  ['a.b (c) 1', 'B (C)', 'b (c)'],
  ['a-b', '-', undefined],
  ['a b', ' ', undefined],
  ['abc', 'x', undefined],
])('marks in %s for %s: %s', (text, part, marked) => {
  expect(markedIn(text, part)).toBe(marked);
});

it('shows any text whole, whatever is searched for', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ab-_ .*+?^${}()|[]\\/'), maxLength: 12 });
  fc.assert(
    fc.property(word, word, (text, part) => {
      expect(markupOf(text, part).replaceAll(/<[^>]*>/g, '')).toBe(text);
    }),
  );
});
