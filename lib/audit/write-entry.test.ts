import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { isTied, writeAuditEntry } from '@/lib/audit/write-entry';

const ID = '6f1ed3a0-0f3a-4a6e-9d5e-0f6f9f7b2c11';
const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  reason: 'why',
  origin: null,
  action: 'policy.changed',
  subject: 'policy',
  actor: { name: 'Ann', id: ID },
  ...change,
});

describe('writing an entry', () => {
  it('begins with what the columns repeat, whatever the order of the members', () => {
    expect(writeAuditEntry(entry()).text).toBe(
      `{"action":"policy.changed","subject":"policy","actor":{"id":"${ID}","name":"Ann"},"reason":"why","origin":null}`,
    );
    expect(writeAuditEntry(entry({ actor: null })).text).toContain('"subject":"policy","actor":null,');
  });

  it('keeps everything that can be stored, and is tied to its columns', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 5 }), (text, after) => {
        const written = writeAuditEntry(entry({ subject: `request:${text}`, reason: text, after }));
        expect(isTied(written, written.text)).toBe(true);
        expect(written.text.isWellFormed()).toBe(true);
        expect(written.text).not.toMatch(/(?<!\\)(?:\\\\)*\\u0000/);
        if (text.isWellFormed() && !text.includes('\0')) expect(JSON.parse(written.text).reason).toBe(text);
      }),
    );
  });

  it('replaces lone surrogates and U+0000 in values and in names of members', () => {
    const { text, subject } = writeAuditEntry(
      entry({ subject: 'request:\uD800\0', after: { 'a\0': ['\uDFFF'], ['__proto__']: 'x' } }),
    );
    expect(subject).toBe('request:\u{FFFD}\u{FFFD}');
    expect(JSON.parse(text).after).toEqual(JSON.parse('{"a\u{FFFD}":["\u{FFFD}"],"__proto__":"x"}'));
  });

  it('does not fail on deep nesting, on a text of 1 MB, or on values that JSON has no form for', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const { text } = writeAuditEntry(entry({ before: deep, after: { big: 'x'.repeat(1_000_000), bytes: 7n } }));
    expect(text).toContain('[nested too deeply]');
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(JSON.parse(text).after.bytes).toBe('7');
    const dates = writeAuditEntry(entry({ after: { at: new Date(0), never: new Date(Number.NaN), gone: undefined } }));
    expect(JSON.parse(dates.text).after).toEqual({ at: '1970-01-01T00:00:00.000Z', never: null });
  });
});

describe('the tie of an entry to its columns', () => {
  const written = writeAuditEntry(entry());

  it.each([
    ['action', { action: 'session.opened' }],
    ['actor', { actorId: null }],
    ['subject', { subject: 'sending' }],
  ])('does not hold where the %s differs', (_column, change) => {
    expect(isTied({ ...written, ...change }, written.text)).toBe(false);
  });

  it('does not hold where a member stands in the entry twice, or where the entry is no JSON', () => {
    const twice = written.text.replace(/\}$/, ',"action":"policy.changed"}');
    expect(isTied(written, twice)).toBe(false);
    expect(isTied(written, 'no JSON')).toBe(false);
    expect(isTied(written, 'null')).toBe(false);
  });
});
