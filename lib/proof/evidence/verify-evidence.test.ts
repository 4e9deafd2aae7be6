import fc from 'fast-check';
import { describeFinding } from '@/lib/proof/evidence/describe-finding';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLines } from '@/lib/proof/evidence/read-lines';
import { addToChecksum, writeRecord } from '@/lib/proof/evidence/records';
import { type EvidenceFinding, type EvidenceVerdict, verifyEvidence } from '@/lib/proof/evidence/verify-evidence';
import { type UnfinishedRecord, writeLines, writeSampleEvidence } from '@/scripts/testing/passkeys/evidence-file';
import { runs } from '@/scripts/testing/property-runs';
import { readEvidenceAgain } from '@/scripts/testing/passkeys/read-evidence-again';

/** 20,000 by `npm run soak -- evidence`. */
const CHANGES = Number(process.env.EVIDENCE_CHANGES ?? runs(0.3));
const TIMEOUT = 60_000 + CHANGES * 200;

let fingerprint: string;
let records: UnfinishedRecord[];
beforeAll(async () => {
  ({ fingerprint, records } = await writeSampleEvidence());
});

const withComment = (text: string | null) =>
  change(records, 'request', (request) => ({ ...request, create: { ...request.create, comment: text } }), 2);
const withFewApprovals = (attempts: boolean) =>
  change(
    records,
    'request',
    (request) => ({
      ...request,
      approvals: request.approvals.slice(0, 1),
      attempts: attempts ? request.attempts : [],
    }),
    2,
  );

describe('an evidence file', () => {
  it('holds, and says in words who decided what with which passkey, and what is only stated', async () => {
    const { findings, verdict } = await verify(await writeLines(records));
    expect(refusalsOf(findings)).toEqual([]);
    expect(verdict).toEqual({ holds: true, withdrawals: 3, unapproved: 0 });
    const words = findings.flatMap((finding) => (finding.kind === 'withdrawal' ? describeFinding(finding) : []));
    expect(words).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^Withdrawal INV-request-1 \(request request-1, version 1\): 1000000000000000000000000000\.01 USDC to 0x52908400098527886E0F7030069857D2E4169EE7 on ETHEREUM, bytes [0-9a-f]{64}\.$/,
        ) as string,
        expect.stringMatching(
          /^ {2}fay \(https:\/\/people\.example\) requested the withdrawal as finance with the passkey “Passkey of fay”, issued 2026-11-23T05:00:00\.000Z, entry \d+\.$/,
        ) as string,
        expect.stringContaining('hal (https://people.example) approved the withdrawal as approver') as string,
        expect.stringContaining('gus (https://people.example) approved the items listed as approver') as string,
        '  Rule 1 of the policy asked for 2 by approver; 2 signed.',
        '  Stated by the console, not signed: posted 2026-11-23T06:00:00.000Z, accepted.',
        "  Stated by the console, not signed: the service's record, completed.",
      ]),
    );
    const { head, entries } = lastOf(records);
    expect(findings.filter(({ kind }) => kind === 'chain')).toMatchObject([{ head, entries }]);
    expect(findings.filter(({ kind }) => kind === 'stated')).toMatchObject([
      { text: 'Everything that was signed, made 2026-11-24T00:00:00.000Z.' },
      { text: 'Left out: comments that were deleted' },
      { text: expect.stringMatching(/^The audit log from entry 41 to 43 is a chain/) as string },
    ]);
  });

  it('is read alike by a second reader that shares no code', async () => {
    expect(readEvidenceAgain(await writeLines(records), fingerprint)).toEqual({
      'row-1': ['fay', 'gus'],
      'row-2': ['fay', 'gus'],
      'request-1': ['fay', 'gus', 'hal'],
    });
    const forged = change(records, 'request', (request) => ({ ...request, bytes: `${request.bytes} ` }));
    const lines = await writeLines(forged);
    expect(() => readEvidenceAgain(lines, fingerprint)).toThrow('is not signed');
  });

  it('does not hold under another fingerprint', async () => {
    const { findings, verdict } = await verify(await writeLines(records), 'a'.repeat(64));
    expect([verdict, refusalsOf(findings)]).toEqual([{ holds: false, withdrawals: 0, unapproved: 0 }, ['root-other']]);
  });

  it('goes on after a withdrawal that does not hold, and names its line', async () => {
    const forged = change(records, 'request', (request) => ({
      ...request,
      bytes: request.bytes.replace('5.5', '5.6'),
    }));
    const { findings, verdict } = await verify(await writeLines(forged));
    const line = forged.findIndex(({ type }) => type === 'request') + 1;
    expect(verdict).toEqual({ holds: false, withdrawals: 2, unapproved: 0 });
    expect(findings.filter(({ kind }) => kind === 'refused')).toMatchObject([
      { line, refusal: { name: 'other-bytes' } },
    ]);
  });

  it('does not hold with a key event or a policy left out, or given as a link', async () => {
    for (const [place, record] of records.entries()) {
      if (record.type !== 'entry') continue;
      const link = { type: 'link' as const, number: record.number, previous: record.previous, hash: record.hash };
      const kind = (JSON.parse(record.statement) as { kind: string }).kind;
      const hidden = { ...link, kind, statement: 'a'.repeat(64), assertion: null };
      const names = [records.toSpliced(place, 1), records.with(place, hidden)].map(async (changed) =>
        refusalsOf((await verify(await writeLines(changed))).findings),
      );
      const [gone, asLink] = await Promise.all(names);
      expect(['chain-gap', 'other-policy']).toContain(gone?.[0]);
      expect(asLink).toEqual(['entry-left-out']);
    }
  });

  it('holds without a comment that was deleted, and not with another', async () => {
    expect((await verify(await writeLines(withComment(null)))).verdict.holds).toBe(true);
    expect(refusalsOf((await verify(await writeLines(withComment('Other')))).findings)).toEqual(['other-comment']);
  });

  it('states that nothing left where too few approved', async () => {
    const { findings, verdict } = await verify(await writeLines(withFewApprovals(false)));
    expect([verdict.holds, JSON.stringify(findings)]).toEqual([true, expect.stringContaining('never posted')]);
    expect(refusalsOf((await verify(await writeLines(withFewApprovals(true)))).findings)).toEqual([
      'too-few-signatures',
    ]);
  });

  it.each<[string, string, (request: RequestRecord) => RequestRecord]>([
    ['other bytes', 'other-bytes', (request) => ({ ...request, bytes: request.bytes.replace('000.01', '000.02') })],
    ['bytes that are no withdrawal', 'bytes-unreadable', (request) => ({ ...request, bytes: '{}' })],
    ['bytes that are no JSON', 'bytes-unreadable', (request) => ({ ...request, bytes: '' })],
    ['other facts', 'other-facts', (request) => ({ ...request, facts: request.facts.replace('true', 'false') })],
    ['facts that are none', 'other-facts', (request) => ({ ...request, facts: '[]' })],
    ['another ID', 'other-subject', (request) => ({ ...request, id: 'request-2' })],
    ['another version', 'other-subject', (request) => ({ ...request, version: 2 })],
    ['no attachments', 'other-attachments', (request) => ({ ...request, attachments: null })],
    [
      'an attachment with another name',
      'other-attachments',
      (request) => ({ ...request, attachments: request.attachments!.replace('invoice', 'another') }),
    ],
    [
      'an attachment with another hash',
      'other-attachments',
      (request) => ({ ...request, attachments: request.attachments!.replace('aaaa', 'bbbb') }),
    ],
    [
      'attachments that are no list',
      'attachments-malformed',
      (request) => ({ ...request, attachments: 'invoice.pdf' }),
    ],
    [
      'attachments in another spelling',
      'attachments-malformed',
      (request) => ({ ...request, attachments: ` ${request.attachments!}` }),
    ],
    ['other findings', 'other-findings', (request) => ({ ...request, create: { ...request.create, findings: '[]' } })],
    ['no findings', 'other-findings', (request) => ({ ...request, create: { ...request.create, findings: null } })],
    ['no signature', 'unsigned', (request) => ({ ...request, create: { ...request.create, assertion: null } })],
    ['an approval as request', 'other-kind', (request) => ({ ...request, create: request.approvals[0]! })],
    [
      'an approval twice',
      'voted-already',
      (request) => ({ ...request, approvals: [...request.approvals, request.approvals[0]!] }),
    ],
    [
      'a statement that is none',
      'statement-unreadable',
      (request) => ({ ...request, create: { ...request.create, statement: '' } }),
    ],
  ])('does not hold with %s: %s', async (_what, name, by) => {
    const { findings, verdict } = await verify(await writeLines(change(records, 'request', by, 2)));
    expect([verdict.holds, refusalsOf(findings)]).toEqual([false, [name]]);
  });

  it.each<[string, string, Parameters<typeof writeSampleEvidence>[0]]>([
    ['facts about another asset', 'other-facts', { told: { asset: 'USDT' } }],
    ['facts about another network', 'other-facts', { told: { network: 'SOLANA' } }],
    ['facts about another profile', 'other-facts', { told: { profileId: 'p-other' } }],
    ['facts about another requester', 'other-facts', { told: { makerId: 'person-gus' } }],
    ['facts about a smaller amount', 'other-facts', { told: { value: '1' } }],
    ['facts about a sum smaller than the amount', 'other-facts', { told: { value: '1', isSum: true } }],
    ['another address confirmed', 'other-address', { chosenAddress: '0x0' }],
    [
      'a policy that refuses',
      'policy-refuses',
      { policy: '[{"name":"No","then":{"kind":"refuse","reason":"No."},"when":{}}]' },
    ],
    ['a policy that nobody can read', 'policy-refuses', { policy: '[]' }],
    [
      'a rule that wants administrators',
      'role-not-asked',
      { policy: '[{"name":"All","then":{"count":1,"kind":"approve","role":"admin"},"when":{}}]' },
    ],
    [
      'a rule that wants three',
      'too-few-signatures',
      { policy: '[{"name":"All","then":{"count":3,"kind":"approve"},"when":{}}]' },
    ],
  ])('does not hold with everything signed over %s: %s', async (_what, name, changes) => {
    const forged = await writeSampleEvidence(changes);
    const { findings } = await verify(await writeLines(forged.records), forged.fingerprint);
    expect(refusalsOf(findings)).toEqual([name]);
  });

  it('does not hold with another first policy, or without the content of a key event', async () => {
    const header = (policy: string | null) => change(records, 'header', (record) => ({ ...record, policy }));
    const without = change(records, 'entry', (record) => ({ ...record, content: null }));
    for (const [changed, name] of [
      [header(null), 'other-policy'],
      [header('[]'), 'other-policy'],
      [without, 'content-other'],
      [change(records, 'entry', (record) => ({ ...record, content: `${record.content} ` })), 'content-other'],
    ] as const)
      expect(refusalsOf((await verify(await writeLines(changed))).findings)).toEqual([name]);
  });

  it.each<[string, (lines: string[]) => string[], string]>([
    ['nothing', () => [], 'file-incomplete'],
    ['no end', (lines) => lines.slice(0, -1), 'file-incomplete'],
    ['a line after the end', (lines) => [...lines, lines.at(-1)!], 'line-out-of-place'],
    ['no header', (lines) => lines.slice(1), 'line-out-of-place'],
    ['the header twice', (lines) => [lines[0]!, ...lines], 'line-out-of-place'],
    ['a space', (lines) => lines.with(3, `${lines[3]} `), 'line-unreadable'],
    ['an empty line', (lines) => lines.with(3, ''), 'line-unreadable'],
    ['an unknown record', (lines) => lines.with(3, '{"type":"more"}'), 'line-unreadable'],
    ['a lone surrogate', (lines) => lines.with(0, lines[0]!.replace('signed', String.raw`\ud800`)), 'line-unreadable'],
    ['the audit log before the chain', (lines) => [lines[0]!, lines.at(-2)!, ...lines.slice(1)], 'line-out-of-place'],
  ])('does not hold with %s', async (_what, of, name) => {
    const { findings, verdict } = await verify(of(await writeLines(records)));
    expect([verdict.holds, refusalsOf(findings)]).toEqual([false, [name]]);
  });

  it(
    'does not hold with any byte changed',
    async () => {
      const bytes = new TextEncoder().encode(`${(await writeLines(records)).join('\n')}\n`);
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (place, by) => {
          const changed = bytes.with(place, bytes[place]! ^ by);
          const lines = await collect(readLines(chunksOf(changed)));
          expect((await verify(lines)).verdict.holds).toBe(false);
        }),
        { numRuns: runs(0.2), seed: 17 },
      );
    },
    TIMEOUT,
  );

  it(
    'tells every change to what is signed by name, with the checksums computed again, and never crashes',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(), fc.nat(), async (...seeds) => {
          const { changed, path } = changeAnywhere(records, seeds);
          const { findings, verdict } = await verify(await writeLines(changed));
          const refusals = refusalsOf(findings);
          expect(verdict.holds).toBe(refusals.length === 0);
          if (!isStated(path))
            expect([path, refusals]).toEqual([path, [expect.stringMatching(/^[a-z-]+$/), ...refusals.slice(1)]]);
        }),
        { numRuns: CHANGES, seed: 17 },
      );
    },
    TIMEOUT,
  );
});

describe('the lines of a file', () => {
  it.each<[string, Uint8Array[], string[]]>([
    ['whole', [utf8('a\nb\n')], ['a', 'b']],
    ['in pieces', [utf8('a\n€').slice(0, 3), utf8('€\n').slice(1)], ['a', '€']],
    ['with other line breaks', [utf8('a\r\nb\u2028c\n')], ['a\r', 'b\u2028c']],
    ['without a line break at the end', [utf8('a\nb')], ['a', '']],
    ['that are not UTF-8', [utf8('a\n'), new Uint8Array([0xff]), utf8('\nb\n')], ['a', '']],
    ['cut within a character', [utf8('a\n'), utf8('€').slice(0, 2)], ['a', '']],
    ['of no bytes', [], []],
  ])('are read %s', async (_name, chunks, expected) => {
    expect(await collect(readLines(each(chunks)))).toEqual(expected);
  });

  it('end at one that is too long', async () => {
    const long = Array.from({ length: 20 }, () => new Uint8Array(1_000_000).fill(97));
    expect(await collect(readLines(each(long)))).toEqual(['']);
  });
});

it('a checksum changes with every line and their order', async () => {
  const line = writeRecord({ type: 'list', text: 'a' });
  const [one, other] = [await addToChecksum('', line), await addToChecksum('', '')];
  expect(await addToChecksum(one, '')).not.toBe(await addToChecksum(other, line));
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

function chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  return each(
    Array.from({ length: Math.ceil(bytes.length / 997) }, (_, index) => bytes.slice(index * 997, (index + 1) * 997)),
  );
}

async function verify(
  lines: readonly string[],
  root = fingerprint,
): Promise<{ findings: EvidenceFinding[]; verdict: EvidenceVerdict }> {
  const findings: EvidenceFinding[] = [];
  const verification = verifyEvidence(each(lines), root);
  for (;;) {
    const next = await verification.next();
    if (next.done) return { findings, verdict: next.value };
    findings.push(next.value);
  }
}

function lastOf(list: readonly UnfinishedRecord[]): { head: string; entries: number } {
  const links = list.flatMap((record) => (record.type === 'entry' || record.type === 'link' ? [record] : []));
  return { head: links.at(-1)!.hash, entries: links.length };
}

function refusalsOf(findings: readonly EvidenceFinding[]): string[] {
  return findings.flatMap((finding) => (finding.kind === 'refused' ? [finding.refusal.name] : []));
}

/** Changes one record of a type, counted from 0. */
function change<Type extends UnfinishedRecord['type']>(
  list: readonly UnfinishedRecord[],
  type: Type,
  by: (record: Extract<UnfinishedRecord, { type: Type }>) => UnfinishedRecord,
  count = 0,
): UnfinishedRecord[] {
  const places = list.flatMap((record, place) => (record.type === type ? [place] : []));
  const place = places[count]!;
  return list.with(place, by(list[place] as Extract<UnfinishedRecord, { type: Type }>));
}

type RequestRecord = Extract<UnfinishedRecord, { type: 'request' }>;
type Path = readonly (string | number)[];

/** Changes one leaf of one record: another character, another number, a text in the place of null. */
function changeAnywhere(
  list: readonly UnfinishedRecord[],
  [record = 0, leaf = 0, place = 0, by = 0]: readonly number[],
): { changed: UnfinishedRecord[]; path: Path } {
  const at = record % list.length;
  const copy = structuredClone(list[at]!);
  const leaves = listLeaves(copy).filter(({ path }) => path[0] !== 'type' && path[0] !== 'format');
  const { path, value } = leaves[leaf % leaves.length]!;
  setAt(copy, path, changeLeaf(value, place, by));
  return { changed: list.with(at, copy), path: [copy.type, ...path] };
}

function changeLeaf(value: unknown, place: number, by: number): unknown {
  if (typeof value === 'number') return value + 1 + (by % 3);
  if (typeof value !== 'string') return 'added';
  const at = place % (value.length + 1);
  // One character becomes another, goes, or comes; letters and digits stay within their alphabets now and then.
  const other = 'abcdef0123456789AZ_-"\\ €\u202e'.charAt(by % 24);
  const changed = [
    value.slice(0, at) + other + value.slice(at + 1),
    value.slice(0, at) + value.slice(at + 1),
    `${value}${other}`,
  ];
  return changed.find((text, index) => index >= by % 3 && text !== value) ?? `${value}!`;
}

function listLeaves(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) =>
    listLeaves(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

function setAt(target: unknown, path: Path, value: unknown): void {
  const [first, ...rest] = path;
  const parent = target as Record<string | number, unknown>;
  if (rest.length === 0) parent[first!] = value;
  else setAt(parent[first!], rest, value);
}

/** Tells whether the console only states what is there. */
function isStated([type, member, ...inner]: Path): boolean {
  // Who decided, and when, as the console states it beside the signature.
  if (type === 'audit' || inner.at(-1) === 'stated') return true;
  if (type === 'header') return ['scope', 'made', 'leftOut'].includes(String(member));
  return type === 'request' && ['attempts', 'answer'].includes(String(member));
}
