import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRepeatedMember } from '@/lib/text/repeated-member';

it('finds a member that stands twice, with its place', () => {
  expect(findRepeatedMember('{"a":[{"b":1},{"b":1,"c":[1,{"x":0}],"b":2}]}')).toEqual(['a', 1, 'b']);
  expect(findRepeatedMember(String.raw`{"a\"":1,"a\\":"{\"a\\\":1,","\u0061\"":2}`)).toEqual(['a"']);
  expect(findRepeatedMember('{"a":{"a":1},"b":["a","a",":"],"c":"a"}')).toBeUndefined();
});

it('finds none in what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (json) => {
      expect(findRepeatedMember(JSON.stringify(JSON.parse(json)))).toBeUndefined();
    }),
  );
});
