/**
 * Verifies an evidence file in one pass: no database, no network, WebCrypto only, and in memory one line, the hashes of
 * the chain, the passkeys and the policies. The fingerprint of the root comes from outside the file.
 *
 * | in the file                                                | a change is              |
 * | ---------------------------------------------------------- | ------------------------ |
 * | root, service, chain, statements, assertions, passkeys, policies, bytes, facts, findings, comments | refused by name |
 * | scope, time and omissions of the header; attempts, answers, what was closed unsigned, audit log | not noticed: stated by the console, and printed as such |
 *
 * A file cannot show what the console left out: statements after the last one named by another; what was taken back of
 * other requests, of which it holds hashes (the verifier counts them); what was taken back without a signature;
 * counters of passkeys between statements that are here as links. The head that it ends with is a finding, to be
 * compared with one from a log or a colleague.
 */
import { hashedText } from '@/lib/audit/audit-log';
import { sha256Hex } from '@/lib/proof/bytes';
import { PolicyHistory } from '@/lib/proof/evidence/policy-history';
import { addToChecksum, type EvidenceRecord, readRecord } from '@/lib/proof/evidence/records';
import { nameRequest } from '@/lib/proof/evidence/describe';
import { type EvidenceState, type VerifiedRequest, verifyEvidenceRequest } from '@/lib/proof/evidence/verify-request';
import { isAlwaysWhole, lowers } from '@/lib/proof/evidence/whole-entries';
import { isKeyEvent } from '@/lib/proof/key-events';
import { KeyList } from '@/lib/proof/key-list';
import { type Refusal, refuse } from '@/lib/proof/refusals';
import { hashService } from '@/lib/proof/statements/service';
import { verifySigned } from '@/lib/proof/signed';
import { readStatement } from '@/lib/proof/statement';
import { ok, type Result } from '@/lib/result';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

/** What the verifier found, in the order of the file. Lines count from 1. */
export type EvidenceFinding =
  | ({ kind: 'withdrawal'; line: number } & VerifiedRequest)
  /** `about`: the withdrawal that does not hold, and who decided on it without a signature, as the file states it. */
  | { kind: 'refused'; line: number; refusal: Refusal; about?: string }
  | { kind: 'stated'; line: number; text: string }
  /** The end of the chain, to be compared with a head that was kept elsewhere. */
  | { kind: 'chain'; line: number; entries: number; head: string };

/** The verdict on a whole file. */
export interface EvidenceVerdict {
  holds: boolean;
  /** Withdrawals that hold, and requests that hold and were not approved. */
  withdrawals: number;
  unapproved: number;
}

type Outcome = Result<EvidenceFinding[], Refusal>;
type RecordOf<Type extends EvidenceRecord['type']> = Extract<EvidenceRecord, { type: Type }>;

// The order of a file; a record never follows one of a later rank.
const RANKS: Record<EvidenceRecord['type'], number> = {
  header: 0,
  entry: 1,
  link: 1,
  list: 2,
  request: 2,
  audit: 3,
  end: 4,
};
const MAX_LISTS = 12;
const NOTHING: Outcome = ok([]);

/** Verifies the lines of an evidence file; yields findings as they come and returns the verdict. */
export async function* verifyEvidence(
  lines: AsyncIterable<string>,
  fingerprint: string,
): AsyncGenerator<EvidenceFinding, EvidenceVerdict> {
  const reader = new EvidenceReader(fingerprint);
  let [line, withdrawals, unapproved, holds] = [0, 0, 0, true];
  for await (const text of lines) {
    line += 1;
    const outcome = await reader.take(text);
    if (!outcome.ok) {
      const { about } = reader;
      yield { kind: 'refused', line, refusal: outcome.error, ...(about !== undefined && { about }) };
      // A withdrawal that does not hold leaves the others as they are; anything else leaves nothing to rest on.
      if (about === undefined) return { holds: false, withdrawals, unapproved };
      holds = false;
    } else {
      yield* outcome.value;
      for (const finding of outcome.value) {
        if (finding.kind !== 'withdrawal') continue;
        if (finding.isApproved) withdrawals += 1;
        else unapproved += 1;
      }
    }
  }
  if (reader.isComplete) return { holds, withdrawals, unapproved };
  yield { kind: 'refused', line, refusal: refuse('file-incomplete').error };
  return { holds: false, withdrawals, unapproved };
}

class EvidenceReader {
  readonly #fingerprint: string;
  #rank = -1;
  #line = 0;
  #checksum = '';
  #state: (EvidenceState & { lists: Map<string, string> }) | undefined;
  /** Statements that take something back and are in the file by hash alone. */
  #unread = 0;
  #audit: { first: number; last: number; hash: string; brokenAt?: number } | undefined;
  /** The withdrawal of the line that was taken last, where it is one. */
  about: string | undefined;

  constructor(fingerprint: string) {
    this.#fingerprint = fingerprint;
  }

  get isComplete(): boolean {
    return this.#rank === RANKS.end;
  }

  /** Takes the next line. */
  async take(text: string): Promise<Outcome> {
    this.#line += 1;
    const record = readRecord(text);
    this.about = record?.type === 'request' ? nameRequest(record) : undefined;
    if (!record) return refuse('line-unreadable');
    const rank = RANKS[record.type];
    const isFirst = this.#rank === -1;
    const isRepeated = rank === this.#rank && (record.type === 'header' || record.type === 'end');
    if (isFirst !== (record.type === 'header') || rank < this.#rank || isRepeated) return refuse('line-out-of-place');
    this.#rank = rank;
    const outcome = await this.#read(record);
    this.#checksum = await addToChecksum(this.#checksum, text);
    return outcome;
  }

  async #read(record: EvidenceRecord): Promise<Outcome> {
    if (record.type === 'header') return this.#begin(record);
    const state = this.#state;
    if (!state) return refuse('line-out-of-place');
    switch (record.type) {
      case 'entry':
        return this.#readEntry(state, record);
      case 'link':
        return this.#readLink(state, record);
      case 'list': {
        // Lists come right before the requests of their batch, so that few have to be held.
        const [oldest] = state.lists.keys();
        if (state.lists.size >= MAX_LISTS && oldest !== undefined) state.lists.delete(oldest);
        state.lists.set(await sha256Hex(record.text), record.text);
        return NOTHING;
      }
      case 'request': {
        const verified = await verifyEvidenceRequest(state, record);
        return verified.ok ? ok([{ kind: 'withdrawal', line: this.#line, ...verified.value }]) : verified;
      }
      case 'audit':
        return this.#readAudit(record);
      case 'end':
        return this.#end(state, record);
    }
  }

  async #begin({ root, policy, service, ...stated }: RecordOf<'header'>): Promise<Outcome> {
    const keys = await KeyList.open(root, this.#fingerprint);
    if (!keys.ok) return keys;
    const policies = new PolicyHistory();
    const first = keys.value.root.policy;
    if ((policy === null ? undefined : await sha256Hex(policy)) !== first) return refuse('other-policy');
    if (policy !== null && !(await policies.begin(policy))) return refuse('other-policy');
    this.#state = { keys: keys.value, policies, service: await hashService(service), lists: new Map() };
    const leftOut = stated.leftOut.map((part) => `Left out: ${part}`);
    const texts = [`${stated.scope}, made ${stated.made}.`, ...leftOut];
    return ok(texts.map((text) => this.#toStated(text)));
  }

  async #readEntry({ keys, policies }: EvidenceState, record: RecordOf<'entry'>): Promise<Outcome> {
    const { type: _, content, ...entry } = record;
    const appended = await keys.append(entry, content ?? '');
    if (!appended.ok) return appended;
    const read = readStatement(entry.statement);
    if (content !== null && (!read.ok || (await sha256Hex(content)) !== read.value.sha256))
      return refuse('content-other');
    if (!read.ok) return NOTHING;
    const { kind } = read.value;
    const isNeeded = isKeyEvent(kind) || kind === 'policy' || kind === 'delegation';
    if (isNeeded && content === null) return refuse('content-other');
    const { statement, assertion, number } = entry;
    const isLowering = lowers(kind) || kind === 'delegation.end';
    const takenBack = isLowering ? await verifySigned(keys, entry, number - 1) : NOTHING;
    if (!takenBack.ok) return takenBack;
    if (kind === 'policy') await policies.sign(keys, { statement, assertion }, number, content ?? '');
    return NOTHING;
  }

  async #readLink({ keys }: EvidenceState, link: RecordOf<'link'>): Promise<Outcome> {
    if (isAlwaysWhole(link.kind)) return refuse('entry-left-out');
    if (lowers(link.kind)) this.#unread += 1;
    const appended = await keys.chain.appendLink(link);
    return appended.ok ? NOTHING : appended;
  }

  async #readAudit({ seq, at, entry, hash }: RecordOf<'audit'>): Promise<Outcome> {
    const before = this.#audit;
    const follows = before && seq === before.last + 1;
    const isWhole = follows && (await sha256Hex(hashedText(before.hash, { seq, at, entry }))) === hash;
    const brokenAt = before?.brokenAt ?? (before && !isWhole ? this.#line : undefined);
    this.#audit = { first: before?.first ?? seq, last: seq, hash, ...(brokenAt !== undefined && { brokenAt }) };
    return NOTHING;
  }

  #end({ keys }: EvidenceState, { lines, checksum }: RecordOf<'end'>): Outcome {
    if (lines !== this.#line - 1 || checksum !== this.#checksum) return refuse('checksum-other');
    const { length, head } = keys.chain;
    const chain: EvidenceFinding = { kind: 'chain', line: this.#line, entries: length, head };
    const { first, last, hash, brokenAt } = this.#audit ?? {};
    const found = this.#unread === 0 ? [chain] : [this.#toStated(explainUnread(this.#unread)), chain];
    if (first === undefined) return ok(found);
    const span = `The audit log from entry ${first} to ${last}`;
    const text =
      brokenAt === undefined
        ? `${span} is a chain that ends with ${hash}.`
        : `${span} is not a chain: it breaks at line ${brokenAt}.`;
    return ok([...found, this.#toStated(text)]);
  }

  #toStated(text: string): EvidenceFinding {
    return { kind: 'stated', line: this.#line, text: revealHiddenCharacters(text).slice(0, 1000) };
  }
}

/** Says how many statements were not read that take something back. */
function explainUnread(count: number): string {
  const [statements, are] = count === 1 ? ['1 statement', 'is'] : [`${count} statements`, 'are'];
  return (
    `${statements} that took back a request, an approval or a planned payment ${are} here by hash alone. The console ` +
    'states that none is about the withdrawals of this file. Evidence of a period, for a person who sees every profile, has them all.'
  );
}
