/**
 * The append-only chain of all statements and key events. Each entry names the hash of the one before, the first one
 * the fingerprint of the root. Every statement names, inside what is signed, the head that its signer was given; so an
 * entry that is deleted or changed later leaves a signed head that the chain no longer has.
 *
 * An entry is hashed by its link: number, hash before, kind, and the hashes of statement and assertion. Evidence gives
 * links for what does not belong to it, so that the chain is checked without other people's decisions, and nobody can
 * leave out a key event: its link tells the kind.
 */
import canonicalize from 'canonicalize';
import type { Assertion } from '@/lib/proof/keys/assertion';
import { sha256Hex } from '@/lib/proof/bytes';
import { STATEMENT_KINDS, type StatementKind } from '@/lib/proof/kinds';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { ok, type Result } from '@/lib/result';

/** One entry as it is stored. Numbers count from 1 without gaps. */
export interface ChainEntry {
  number: number;
  /** Hash of the entry before, or the fingerprint of the root. */
  previous: string;
  /** Canonical text of the statement. */
  statement: string;
  /** Null where nobody signed: what only lowers, and decisions without a passkey in a console that allows them. */
  assertion: Assertion | null;
  hash: string;
}

/** What an entry's hash covers. */
export interface ChainLink {
  number: number;
  previous: string;
  /** Kind of the statement; `unknown` where it has none. */
  kind: string;
  /** SHA-256 of the statement's text. */
  statement: string;
  /** SHA-256 of the assertion's canonical JSON; null where nobody signed. */
  assertion: string | null;
  hash: string;
}

/** Gives the hash of an entry, which is the head of the chain after it. */
export async function hashEntry(entry: Omit<ChainEntry, 'hash'>): Promise<string> {
  return hashLink(await toLink(entry));
}

/** Reduces an entry to what its hash covers. */
export async function toLink({
  number,
  previous,
  statement,
  assertion,
}: Omit<ChainEntry, 'hash'>): Promise<Omit<ChainLink, 'hash'>> {
  return {
    number,
    previous,
    kind: kindOf(statement),
    statement: await sha256Hex(statement),
    assertion: assertion && (await sha256Hex(canonicalize(assertion) ?? '')),
  };
}

async function hashLink({ number, previous, kind, statement, assertion }: Omit<ChainLink, 'hash'>): Promise<string> {
  const content = { format: 'countersign/chain/1', number, previous, kind, statement, assertion };
  return sha256Hex(canonicalize(content) ?? '');
}

/** Gives the kind that a statement's text names, which nothing else of it proves; `unknown` where it names none. */
export function kindOf(statement: string): StatementKind | 'unknown' {
  try {
    const { kind } = JSON.parse(statement) as { kind?: unknown };
    return STATEMENT_KINDS.find((known) => known === kind) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The chain as far as it was read and found whole. Holds hashes only: about 400 bytes an entry. */
export class ProofChain {
  readonly #numbers = new Map<string, number>();
  readonly #statements = new Map<string, number>();
  #head: string;

  constructor(fingerprint: string) {
    this.#head = fingerprint;
    this.#numbers.set(fingerprint, 0);
  }

  /** Hash of the newest entry, or the fingerprint of the root: what the next statement names. */
  get head(): string {
    return this.#head;
  }

  /** Number of the newest entry; 0 where there is none. */
  get length(): number {
    return this.#numbers.size - 1;
  }

  /** Gives the number of the entry that a head is the hash of; 0 for the root, undefined where entries are missing. */
  numberOf(head: string): number | undefined {
    return this.#numbers.get(head);
  }

  /** Gives the number of the entry that holds a statement; undefined where the chain has no such statement. */
  async numberOfStatement(text: string): Promise<number | undefined> {
    return this.#statements.get(await sha256Hex(text));
  }

  /** Adds the next entry. Refuses a gap, a changed entry and a repeated statement. Entries are added one at a time. */
  async append(entry: ChainEntry): Promise<Result<number, Refusal>> {
    if (!entry.statement.isWellFormed()) return refuse('chain-entry-changed', `This is entry ${this.length + 1}.`);
    return this.appendLink({ ...(await toLink(entry)), hash: entry.hash });
  }

  /** Adds the next entry by its link, as `append` does. */
  async appendLink(link: ChainLink): Promise<Result<number, Refusal>> {
    const place = `This is entry ${this.length + 1}.`;
    if (link.number !== this.length + 1) return refuse('chain-gap', place);
    if (link.previous !== this.#head) return refuse('chain-broken', place);
    if ((await hashLink(link)) !== link.hash) return refuse('chain-entry-changed', place);
    if (this.#statements.has(link.statement)) return refuse('chain-statement-repeated', place);
    this.#statements.set(link.statement, link.number);
    this.#numbers.set(link.hash, link.number);
    this.#head = link.hash;
    return ok(link.number);
  }
}
