import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_MEMBERS, KINDS, STATEMENT_KINDS } from '@/lib/proof/kinds';
import { hashItems, readItems, writeItems } from '@/lib/proof/statements/items';
import { challengeOf, checkArrival, readStatement, type Statement, writeStatement } from '@/lib/proof/statement';
import { sampleStatement } from '@/scripts/testing/passkeys/sample-statement';

const written = (statement: Statement) => {
  const result = writeStatement(statement);
  if (!result.ok) throw new Error(result.error.sentence);
  return result.value;
};
const refusalOf = (text: string) => {
  const result = readStatement(text);
  return result.ok ? undefined : result.error.name;
};
const aKind = fc.constantFrom(...STATEMENT_KINDS);
const approval = sampleStatement('request.approve');

describe('canonical JSON', () => {
  // RFC 8785, sections 3.2.2 to 3.2.4.
  it('is that of the example of RFC 8785', () => {
    const given = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    ) as unknown;
    expect(canonicalize(given)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders members by UTF-16 code units, as section 3.2.3 of RFC 8785 shows', () => {
    const given = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const names = Object.values(JSON.parse(canonicalize(given) ?? '') as Record<string, string>);
    // The engine puts “1” first in an object whatever the text says, so the text itself is compared.
    expect(names).toHaveLength(7);
    const order = ['Carriage', 'One', 'Control', 'Latin', 'Euro', 'Emoji', 'Hebrew'];
    const places = order.map((name) => (canonicalize(given) ?? '').indexOf(name));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it.each(['\ud800', 'a\udc00', '\udc00\ud800'])('refuses a lone surrogate (%j)', (text) => {
    expect(() => canonicalize({ text })).toThrow('surrogate');
  });
});

describe('a statement', () => {
  it.each(STATEMENT_KINDS)('of the kind %s is read as it was written', (kind) => {
    const statement = sampleStatement(kind);
    expect(readStatement(written(statement))).toEqual({ ok: true, value: statement });
  });

  it('has the members of the design, in the order of RFC 8785', () => {
    expect(written(approval)).toMatch(/^\{"answerBy":"2026-11-23T05:10:00\.000Z","as":"approver","attachments":"2/);
  });

  it('has a challenge of 32 bytes, which is the SHA-256 of its text', async () => {
    // printf '{}' | openssl dgst -sha256 -binary | basenc --base64url
    expect(await challengeOf('{}')).toBe('RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o');
  });

  it('is refused in another order of members', () => {
    const members = fc.shuffledSubarray(Object.entries(approval), { minLength: Object.keys(approval).length });
    fc.assert(
      fc.property(members, (entries) => {
        const text = JSON.stringify(Object.fromEntries(entries));
        fc.pre(text !== written(approval));
        expect(refusalOf(text)).toBe('statement-not-canonical');
      }),
    );
  });

  it('is refused with spaces, escapes or another spelling of a number', () => {
    const text = written(approval);
    for (const other of [
      text.replace(':', ': '),
      `${text}\n`,
      ` ${text}`,
      text.replace('approver', String.raw`\u0061pprover`),
      text.replace('"version":3', '"version":3.0'),
      text.replace('"version":3', '"version":0.3e1'),
    ]) {
      expect(other).not.toBe(text);
      expect(refusalOf(other)).toBe('statement-not-canonical');
    }
  });

  it('is refused with a member twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.entries(approval)), fc.boolean(), ([name, value], isFirst) => {
        const member = `${JSON.stringify(name)}:${canonicalize(value)}`;
        const text = written(approval);
        const doubled = isFirst ? text.replace('{', `{${member},`) : text.replace(/\}$/, `,${member}}`);
        expect(refusalOf(doubled)).toBe('statement-not-canonical');
      }),
    );
  });

  it('is refused with an added member, whatever its name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON')), (name) => {
        fc.pre(!Object.hasOwn(approval, name) && !KIND_MEMBERS.some((member) => member === name));
        const text = written(approval).replace('{', () => `{${JSON.stringify(name)}:1,`);
        expect(['statement-members', 'statement-not-canonical']).toContain(refusalOf(text));
      }),
    );
  });

  it('is refused without one of the members that every statement has', () => {
    for (const name of Object.keys(approval).filter((member) => !KIND_MEMBERS.some((other) => other === member))) {
      const { [name as keyof Statement]: _, ...others } = approval;
      expect(refusalOf(canonicalize(others) ?? '')).toBe(
        name === 'kind' ? 'statement-unknown-kind' : 'statement-members',
      );
    }
  });

  it('has exactly the members that its kind needs or allows', () => {
    fc.assert(
      fc.property(aKind, fc.constantFrom(...KIND_MEMBERS), (kind, member) => {
        const { needs, allows } = KINDS[kind];
        const statement = sampleStatement(kind);
        const { [member]: _, ...without } = statement;
        const filled = {
          ...sampleStatement('policy'),
          ...sampleStatement('request.approve'),
          ...sampleStatement('batch.create'),
        };
        const isAllowed = needs.includes(member) || allows.includes(member);
        expect(writeStatement(without as Statement).ok).toBe(!needs.includes(member));
        expect(writeStatement({ ...statement, [member]: filled[member] }).ok).toBe(isAllowed);
      }),
    );
  });

  it('is refused with null, a number that is not whole, or a time in another form', () => {
    const changes = [
      { rule: 1.5 },
      { rule: 0 },
      { rule: -1 },
      { rule: 2 ** 53 },
      { rule: '1' },
      { rule: null },
      { subject: { id: 'a', version: 1.5 } },
      { subject: { id: 'a', version: 1, more: 1 } },
      { comment: null },
      { issued: '2026-11-23T05:00:00Z' },
      { issued: '2026-02-30T05:00:00.000Z' },
      { issued: '2026-11-23T06:00:00.000+01:00' },
      { issued: 1_800_000_000_000 },
    ];
    for (const change of changes)
      expect(refusalOf(canonicalize({ ...approval, ...change }) ?? '')).toBe('statement-members');
  });

  it.each([
    ['padded', 'AAAAAAAAAAAAAAAAAAAAAA=='],
    ['of 15 bytes', 'AAAAAAAAAAAAAAAAAAAA'],
    ['of 17 bytes', 'AAAAAAAAAAAAAAAAAAAAAAA'],
    ['in the other alphabet', '+/AAAAAAAAAAAAAAAAAAAA'],
    ['with bits after the last byte', 'AAAAAAAAAAAAAAAAAAAAAB'],
    ['with a space', 'AAAAAAAAAAA AAAAAAAAAA'],
    ['in hexadecimal digits', '00000000000000000000000000000000'],
  ])('is refused with a nonce %s', (_name, nonce) => {
    expect(refusalOf(canonicalize({ ...approval, nonce }) ?? '')).toBe('statement-members');
  });

  it('is refused with a hash in upper case, of another length, or in another alphabet', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constant('A'.repeat(64)), fc.base64String({ minLength: 4 })), (sha256) => {
        fc.pre(!/^[0-9a-f]{64}$/.test(sha256));
        expect(writeStatement({ ...approval, sha256 }).ok).toBe(false);
      }),
    );
  });

  it('is refused over 4 kB, counted in bytes', () => {
    const long = '€'.repeat(500);
    const person = { id: '€'.repeat(200), issuer: long, subject: '€'.repeat(255) };
    const statement = { ...approval, chosenAddress: long, person };
    expect(writeStatement(statement)).toMatchObject({ error: { name: 'statement-too-long' } });
    expect(refusalOf(canonicalize(statement) ?? '')).toBe('statement-too-long');
    expect(refusalOf('a'.repeat(10_000_000))).toBe('statement-too-long');
  });

  it.each(['\ud800', '\0', 'a'.repeat(501), ''])('is refused with an address that cannot be stored (%j)', (address) => {
    expect(writeStatement({ ...approval, chosenAddress: address })).toMatchObject({
      error: { name: 'statement-members' },
    });
  });

  it('carries hostile texts unchanged', () => {
    for (const chosenAddress of ['=cmd|1', '\u202e0xabc', '"},"kind":"policy', '\\', '\u2028', '😀'])
      expect(readStatement(written({ ...approval, chosenAddress }))).toMatchObject({ value: { chosenAddress } });
  });

  it.each(['request.aprove', '__proto__', 'toString', '', 'Request.approve'])('of the kind %j is refused', (kind) => {
    expect(refusalOf(canonicalize({ ...approval, kind }) ?? '')).toBe('statement-unknown-kind');
  });

  it.each([
    ['request.approve', 'finance'],
    ['request.approve', 'holder'],
    ['request.create', 'group:Treasury'],
    ['policy', 'approver'],
    ['request.approve', 'group:'],
    ['request.approve', 'group:\u202eTreasury'],
  ] as const)('of the kind %s cannot be signed as %j', (kind, as) => {
    expect(writeStatement({ ...sampleStatement(kind), as })).toMatchObject({ error: { name: 'statement-members' } });
  });

  it('can be signed for a group where the kind takes groups', () => {
    expect(writeStatement({ ...approval, as: 'group:Treasury board' }).ok).toBe(true);
  });

  it('never names what an attacker wrote in a refusal, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        const result = readStatement(text);
        expect(result.ok).toBe(false);
      }),
    );
    const hostile = readStatement(canonicalize({ ...approval, '<script>': 1 }) ?? '');
    expect(JSON.stringify(hostile)).not.toContain('script');
  });
});

const answer = (answerBy: string) => writeStatement({ ...approval, answerBy }).ok;
const at = (time: string) => checkArrival(approval, new Date(time)).ok;

describe('the time to answer', () => {
  it('is at most ten minutes', () => {
    expect(answer('2026-11-23T05:10:00.000Z')).toBe(true);
    expect(answer('2026-11-23T05:10:00.001Z')).toBe(false);
    expect(answer('2026-11-23T04:59:59.999Z')).toBe(false);
  });

  it('is checked on arrival', () => {
    expect(at('2026-11-23T05:00:00.000Z')).toBe(true);
    expect(at('2026-11-23T05:10:00.000Z')).toBe(true);
    expect(at('2026-11-23T05:10:00.001Z')).toBe(false);
    expect(at('2026-11-23T04:59:59.999Z')).toBe(false);
  });
});

const list = (length: number) =>
  writeItems(Array.from({ length }, (_, index) => ({ id: `r${index}`, version: 1, sha256: 'a'.repeat(64) })));

describe('a list of items', () => {
  const aHash = fc.stringMatching(/^[0-9a-f]{64}$/);
  const anId = fc.stringMatching(/^[!-~]{1,40}$/);
  const anItem = fc.record({ id: anId, version: fc.integer({ min: 1, max: 999_999_999 }), sha256: aHash });
  const aList = fc.uniqueArray(anItem, { selector: ({ id }) => id, minLength: 1, maxLength: 20 });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(aList, (items) => {
        expect(readItems(writeItems(items))).toEqual({ ok: true, value: items });
      }),
    );
  });

  it('has another hash in another order', async () => {
    const two = [
      { id: 'a', version: 1, sha256: 'a'.repeat(64) },
      { id: 'b', version: 1, sha256: 'b'.repeat(64) },
    ];
    expect(await hashItems(two)).not.toBe(await hashItems(two.toReversed()));
  });

  it('takes a thousand items and refuses more than two thousand', () => {
    expect(readItems(list(1000))).toMatchObject({ ok: true });
    expect(readItems(list(2001))).toMatchObject({ error: { name: 'items-malformed' } });
  });

  it.each([
    ['empty', ''],
    ['with an empty line at the end', `a 1 ${'a'.repeat(64)}\n`],
    ['with two spaces', `a  1 ${'a'.repeat(64)}`],
    ['with version 0', `a 0 ${'a'.repeat(64)}`],
    ['with version 01', `a 01 ${'a'.repeat(64)}`],
    ['with a short hash', 'a 1 abc'],
    ['with an item twice', `a 1 ${'a'.repeat(64)}\na 2 ${'b'.repeat(64)}`],
    ['with a carriage return', `a 1 ${'a'.repeat(64)}\r\nb 1 ${'b'.repeat(64)}`],
  ])('is refused %s', (_name, text) => {
    expect(readItems(text)).toMatchObject({ error: { name: 'items-malformed' } });
  });
});
