import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainInexactJson } from '@/lib/text/exact-json';

describe('explainInexactJson', () => {
  it('accepts everything that JSON.stringify writes, in any spacing, unless a key is unsafe', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        fc.pre(!/"(?:__proto__|constructor|prototype)"\s*:/.test(json));
        expect(explainInexactJson(json)).toBeUndefined();
      }),
    );
  });

  it.each([
    '{"name": "\\u0041da \\"Byron\\" \\\\", "list": [1, -2.5, true, null, {}], "__proto": "constructor"}',
    '{"empty": "", "colon": ":", "values": ["__proto__", "prototype"]}',
  ])('accepts %s', (json) => {
    expect(explainInexactJson(json)).toBeUndefined();
  });

  it.each([
    ['{"a": 1e400}', /The number 1e400/],
    ['{"a": [12345678901234567890]}', /The number 12345678901234567890/],
    ['{"a": 0.10000000000000000001}', /The number 0\.1/],
    ['{"a": 1.0}', /The number 1\.0/],
    ['{"a": -0}', /The number -0/],
    ['{"a": 1, "a": 1}', /is twice in one object/],
    ['{"a": 1, "\\u0061": 2}', /is twice in one object/],
    ['{"a": {"b": 1, "b": {"c": 2}}}', /is twice in one object/],
    ['{"2": "b", "1": "a"}', /order/],
    ['{"__proto__": {}}', /“__proto__”/],
    ['{"a": [{"\\u005f_proto__" : 1}]}', /“__proto__”/],
    ['{"prototype": 1}', /“prototype”/],
  ])('refuses %s', (json, reason) => {
    expect(explainInexactJson(json)).toMatch(reason);
  });
});
