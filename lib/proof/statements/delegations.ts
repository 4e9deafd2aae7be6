import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { Assertion } from '@/lib/proof/keys/assertion';
import { sha256Hex } from '@/lib/proof/bytes';
import type { ChainEntry } from '@/lib/proof/keys/chain';
import { isEqualPerson } from '@/lib/proof/keys/root';
import { hashSchema, instantSchema, personSchema, readStatement, type Statement } from '@/lib/proof/statement';

const delegationSchema = z.strictObject({
  format: z.literal('countersign/delegation/1'),
  /** The person who decides for the one who signs. */
  delegate: personSchema,
  from: instantSchema,
  until: instantSchema,
  /** SHA-256 of the reason. */
  reason: hashSchema,
});

/** A delegation, as its delegator signs it: to whom, from when, until when. The role is the statement's `as`. */
export type Delegation = z.infer<typeof delegationSchema>;

/** A signed delegation, as it is in the chain. Whether its signature counts is not asked here. */
export interface GrantedDelegation {
  statement: string;
  assertion: Assertion | null;
  /** The person for whom the delegate decides. */
  delegator: Statement['person'];
  number: number;
}

interface Grant extends GrantedDelegation {
  id: string;
  as: string;
  content: Delegation;
}

/** Writes the canonical text of a delegation, which its statement is signed over. */
export function writeDelegation(delegation: Omit<Delegation, 'format'>): string {
  return canonicalize({ format: 'countersign/delegation/1', ...delegation } satisfies Delegation) ?? '';
}

/** Tells whether statements of a kind begin or end a delegation. */
export function isDelegationEvent(kind: string): boolean {
  return kind === 'delegation' || kind === 'delegation.end';
}

/** The delegations of a chain. One that was ended holds for what was decided before. */
export class SignedDelegations {
  readonly #grants: Grant[] = [];
  readonly #ends = new Map<string, number>();

  /**
   * Notes an entry that was added to the chain. What is not the text that was signed grants nothing. Who ended a
   * delegation is not asked: to believe it can only hold back.
   */
  async note(
    { statement: text, number, assertion }: Pick<ChainEntry, 'statement' | 'number' | 'assertion'>,
    content: string,
  ): Promise<void> {
    const read = readStatement(text);
    if (!read.ok) return;
    const { kind, subject, sha256, person, as } = read.value;
    if (kind === 'delegation.end') {
      this.#ends.set(subject.id, Math.min(number, this.#ends.get(subject.id) ?? number));
      return;
    }
    const granted = readDelegation(content);
    if (!granted || !content.isWellFormed() || (await sha256Hex(content)) !== sha256) return;
    this.#grants.push({ id: subject.id, statement: text, assertion, delegator: person, as, number, content: granted });
  }

  /** Finds the delegation under which a decision for a person was signed; undefined where there is none. */
  find(
    { for: delegator, person, as, issued }: Pick<Statement, 'for' | 'person' | 'as' | 'issued'>,
    number: number,
  ): GrantedDelegation | undefined {
    return this.#grants.find(
      (grant) =>
        grant.delegator.id === delegator &&
        isEqualPerson(grant.content.delegate, person) &&
        grant.as === as &&
        grant.number < number &&
        number < (this.#ends.get(grant.id) ?? Number.POSITIVE_INFINITY) &&
        grant.content.from <= issued &&
        issued < grant.content.until,
    );
  }
}

function readDelegation(text: string): Delegation | undefined {
  try {
    const read = delegationSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
