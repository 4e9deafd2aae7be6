/**
 * The append-only chain of all statements and key events. Each entry names the hash of the one before, the first one
 * the fingerprint of the root. Every statement names, inside what is signed, the head that its signer was given; so an
 * entry that is deleted or changed later leaves a signed head that the chain no longer has.
 */
import canonicalize from 'canonicalize';
import type { Assertion } from '@/lib/proof/assertion';
import { sha256Hex } from '@/lib/proof/bytes';
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

/** Gives the hash of an entry, which is the head of the chain after it. */
export async function hashEntry({ number, previous, statement, assertion }: Omit<ChainEntry, 'hash'>): Promise<string> {
  const content = { format: 'countersign/chain/1', number, previous, statement, assertion };
  return sha256Hex(canonicalize(content) ?? '');
}

/** The chain as far as it was read and found whole. Holds hashes only: about 200 bytes an entry. */
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
    const place = `This is entry ${this.length + 1}.`;
    if (entry.number !== this.length + 1) return refuse('chain-gap', place);
    if (entry.previous !== this.#head) return refuse('chain-broken', place);
    if (!entry.statement.isWellFormed() || (await hashEntry(entry)) !== entry.hash)
      return refuse('chain-entry-changed', place);
    const statement = await sha256Hex(entry.statement);
    if (this.#statements.has(statement)) return refuse('chain-statement-repeated', place);
    this.#statements.set(statement, entry.number);
    this.#numbers.set(entry.hash, entry.number);
    this.#head = entry.hash;
    return ok(entry.number);
  }
}
