import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import { CHAIN_START, hashedText } from '@/lib/audit/audit-log';
import { writeAuditEntry } from '@/lib/audit/write-entry';
import { createVerifiers } from '@/scripts/audit/verifiers';
import { readHead, verifyExport, verifyExports } from '@/scripts/audit/verify-export';

/** Writes a valid export with these entries. */
function write(entries: readonly string[]): string {
  let before = CHAIN_START;
  return entries
    .map((entry, index) => {
      const line = { seq: index + 1, at: `2026-01-02T03:04:05.${String(index).padStart(6, '0')}Z`, entry };
      before = createHash('sha256').update(hashedText(before, line)).digest('hex');
      return `${JSON.stringify({ ...line, hash: before })}\n`;
    })
    .join('');
}

async function* inChunks(bytes: Uint8Array, size = 64) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const verify = (text: string, ...heads: string[]) =>
  verifyExport(
    inChunks(Buffer.from(text, 'utf8')),
    heads.map(readHead).filter((head) => head !== undefined),
  );
const ENTRIES = [
  '{"action":"policy.changed"}',
  '{"actor":{"name":"Żółć 🜚"}}',
  '{"reason":"a \\"quote\\", a \\u0000 and a line\\nbreak"}',
  '{}',
];
const RIGHT = write(ENTRIES);
const lines = RIGHT.trimEnd().split('\n');
const lastHash = /"hash":"([0-9a-f]{64})"\}\n$/.exec(RIGHT)?.[1] ?? '';

/** Writes lines as files in chunks, one for each group. */
const parts = (...groups: (readonly (string | undefined)[])[]) =>
  groups.map((group) => inChunks(Buffer.from(`${group.join('\n')}\n`), 1000));
const hashOf = (line: string | undefined) => /"hash":"([0-9a-f]{64})"/.exec(line ?? '')?.[1] ?? '';

describe('verifying an export', () => {
  it('accepts a valid export, whatever the chunks', async () => {
    const bytes = Buffer.from(RIGHT, 'utf8');
    for (const size of [1, 7, 64, 10_000]) {
      expect(await verifyExport(inChunks(bytes, size), [{ hash: lastHash }])).toEqual({
        isValid: true,
        entries: 4,
        firstSeq: 1,
        lastSeq: 4,
        lastHash,
      });
    }
  });

  it('detects the change of any character', async () => {
    const characters = [...RIGHT];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(characters.length - 1),
        fc.oneof(
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
          fc.constantFrom('\r', ' ', '0', 'A', 'f'),
        ),
        async (at, other) => {
          fc.pre(characters[at] !== other);
          expect(await verify(characters.with(at, other).join(''))).toMatchObject({ isValid: false });
        },
      ),
      { numRuns: runs(2) },
    );
  });

  it('detects the change of any byte', async () => {
    const bytes = Buffer.from(RIGHT, 'utf8');
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ flip;
        expect(await verifyExport(inChunks(changed))).toMatchObject({ isValid: false });
      }),
      { numRuns: runs(2) },
    );
  });

  it.each([
    ['a line left out', lines.toSpliced(1, 1), 2],
    ['two lines swapped', [lines[0], lines[2], lines[1], lines[3]], 2],
    ['a line twice', [lines[0], lines[0], ...lines.slice(1)], 2],
    ['an empty line', [lines[0], '', ...lines.slice(1)], 2],
    ['an added space', [`${lines[0]} `, ...lines.slice(1)], 1],
    ['an added member', [lines[0]?.replace('{', '{"x":1,'), ...lines.slice(1)], 1],
    ['an entry of another chain', [...lines.slice(0, 2), write(ENTRIES.toReversed()).split('\n')[2], lines[3]], 3],
  ])('names the invalid line: %s', async (_what, changed, line) => {
    expect(await verify(`${changed.join('\n')}\n`)).toMatchObject({ isValid: false, line });
  });

  it('detects missing entries at the end by the head', async () => {
    const cut = `${lines.slice(0, 3).join('\n')}\n`;
    expect(await verify(cut)).toMatchObject({ isValid: true, entries: 3 });
    expect(await verify(cut, lastHash)).toMatchObject({
      isValid: false,
      reason: expect.stringContaining('later entries are missing'),
    });
  });

  it('detects a chain that was cut off, or rewritten, by a head from a shipped log', async () => {
    const [second, third] = [hashOf(lines[1]), hashOf(lines[2])];
    expect(await verify(RIGHT, `2:${second}`, `3:${third.slice(0, 12)}`)).toMatchObject({ isValid: true });
    const cut = `${lines.slice(0, 2).join('\n')}\n`;
    expect(await verify(cut, `2:${second}`)).toMatchObject({ isValid: true });
    expect(await verify(cut, `3:${third}`)).toMatchObject({
      isValid: false,
      reason: 'The file ends at entry 2, before the given head of entry 3: later entries are missing.',
    });
    // A whole chain that is valid in itself.
    expect(await verify(write(ENTRIES.toReversed()), `2:${second}`)).toMatchObject({
      isValid: false,
      line: 2,
      reason: 'Entry 2 has another hash than the given head: the log was rewritten.',
    });
    expect(await verify(`${lines.slice(3).join('\n')}\n`, `2:${second}`)).toMatchObject({ isValid: false });
    expect(await verify(`${lines.slice(2).join('\n')}\n`, `2:${second.slice(0, 12)}`)).toMatchObject({
      isValid: false,
      reason: 'The file begins at entry 3, after the given head of entry 2.',
    });
  });

  it('checks the first entry of a file that begins later by the whole hash of the entry before it', async () => {
    const later = `${lines.slice(2).join('\n')}\n`;
    const [second, third] = [hashOf(lines[1]), hashOf(lines[2])];
    expect(await verify(later, `2:${second}`)).toMatchObject({ isValid: true, entries: 2, firstSeq: 3 });
    expect(await verify(later, `2:${third}`)).toMatchObject({
      isValid: false,
      line: 1,
      reason: 'Entry 3 or the entry before it was changed.',
    });
  });

  it('verifies files that continue each other as one chain, also in threads', async () => {
    const verifiers = createVerifiers();
    for (const options of [{}, { verify: verifiers.verify }]) {
      expect(await verifyExports(parts(lines.slice(0, 1), lines.slice(1, 3), lines.slice(3)), options)).toEqual({
        isValid: true,
        entries: 4,
        firstSeq: 1,
        lastSeq: 4,
        lastHash,
      });
      expect(await verifyExports(parts(lines.slice(0, 1), lines.slice(2)), options)).toMatchObject({
        isValid: false,
        file: 1,
        line: 1,
        reason: 'The entry has number 3; number 2 was expected.',
      });
      const changed = [lines[1], lines[2]?.replace('"seq"', '"sEq"')];
      expect(await verifyExports(parts(lines.slice(0, 1), changed, lines.slice(3)), options)).toMatchObject({
        isValid: false,
        file: 1,
        line: 2,
        entries: 2,
      });
      // The last line of a part claims a hash, which the next part continues.
      const forged = write(['{"x":1}', ...ENTRIES.slice(1)])
        .split('\n')
        .slice(0, 1);
      expect(await verifyExports(parts(forged, lines.slice(1)), options)).toMatchObject({
        isValid: false,
        file: 1,
        line: 1,
      });
    }
    await verifiers.end();
  });

  it.each(['', '12', 'x:aaaaaaaaaaaa', '0:aaaaaaaaaaaa', `1:${'g'.repeat(64)}`, `1:${'a'.repeat(11)}`])(
    'takes no head from “%s”',
    (text) => {
      expect(readHead(text)).toBeUndefined();
    },
  );

  it('detects columns that differ from their entry', async () => {
    const { text, action, actorId, subject } = writeAuditEntry({
      action: 'sending.stopped',
      actor: { id: '6f1ed3a0-0f3a-4a6e-9d5e-0f6f9f7b2c11', name: 'Ann' },
      subject: 'sending',
      origin: null,
    });
    const columns = { action, actorId, subject };
    const line = JSON.parse(write([text])) as object;
    const exported = (change: Partial<typeof columns>) =>
      verify(`${JSON.stringify({ ...line, columns: { ...columns, ...change } })}\n`);
    expect(await exported({})).toMatchObject({ isValid: true, entries: 1 });
    for (const change of [{ action: 'session.opened' }, { actorId: null }, { subject: 'policy' }])
      expect(await exported(change)).toMatchObject({
        isValid: false,
        reason: 'The stored columns of entry 1 differ from the entry itself.',
      });
  });

  it('accepts the first entry of a file that begins later, and names its number', async () => {
    expect(await verify(`${lines.slice(1).join('\n')}\n`)).toMatchObject({ isValid: true, entries: 2, firstSeq: 2 });
    expect(await verify(`${lines[1]}\n`)).toMatchObject({
      isValid: false,
      reason: 'The file has no entry that can be checked.',
    });
    expect(await verify('')).toMatchObject({ isValid: false });
  });
});
