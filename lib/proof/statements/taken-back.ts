import { sha256Hex } from '@/lib/proof/bytes';
import type { ChainEntry } from '@/lib/proof/keys/chain';
import { readItems } from '@/lib/proof/statements/items';
import type { StatementKind } from '@/lib/proof/kinds';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { readStatement, type Statement } from '@/lib/proof/statement';
import { ok, type Result } from '@/lib/result';

/** Kinds of statements by which a person takes back a request or an approval. */
const TAKES_BACK = ['request.reject', 'request.cancel', 'request.withdrawApproval'] as const satisfies StatementKind[];

/** A statement by which a person rejected or cancelled a request, or withdrew their approval of it. */
export interface TakenBack {
  statement: Statement;
  /** Number of its entry in the chain. */
  number: number;
  credentialId: string;
}

/** Tells whether statements of a kind take back a request or an approval. */
export function takesBack(kind: string): boolean {
  return TAKES_BACK.some((known) => known === kind);
}

/**
 * The requests and approvals that people signed away. Whatever rows say later, they stay so: a version that was
 * rejected or cancelled never leaves, and a withdrawn approval never counts again.
 */
export class TakenBackRequests {
  readonly #byVersion = new Map<string, readonly TakenBack[]>();

  /**
   * Notes an entry that was added to the chain; `items` are the lines that it names by hash, where it is about
   * several requests. Who signed it is not asked here: to believe it can only hold back. Refuses other lines.
   */
  async note(
    { statement: text, number, assertion }: Pick<ChainEntry, 'statement' | 'number' | 'assertion'>,
    items: string,
  ): Promise<Result<undefined, Refusal>> {
    const read = readStatement(text);
    // Rows that no console wrote: nobody can tell what they take back.
    if (!read.ok) return ok(undefined);
    const statement = read.value;
    const takenBack = { statement, number, credentialId: assertion?.credentialId ?? '' };
    if (statement.items === undefined) {
      this.#add(statement.subject, takenBack);
      return ok(undefined);
    }
    if (!items.isWellFormed() || (await sha256Hex(items)) !== statement.items) return refuse('items-other');
    const listed = readItems(items);
    if (!listed.ok) return listed;
    for (const item of listed.value) this.#add(item, takenBack);
    return ok(undefined);
  }

  /** Lists what was taken back of a version of a request, up to and including an entry. */
  listFor({ id, version }: { id: string; version: number }, until: number): TakenBack[] {
    return (this.#byVersion.get(`${id} ${version}`) ?? []).filter(({ number }) => number <= until);
  }

  #add({ id, version }: { id: string; version: number }, takenBack: TakenBack): void {
    const key = `${id} ${version}`;
    this.#byVersion.set(key, [...(this.#byVersion.get(key) ?? []), takenBack]);
  }
}

/** Tells whether a statement ends a request, rather than one approval of it. */
export function endsRequest({ statement: { kind } }: TakenBack): boolean {
  return kind !== 'request.withdrawApproval';
}
