import { type Assertion, verifyAssertion } from '@/lib/proof/keys/assertion';
import type { ProofChain } from '@/lib/proof/keys/chain';
import type { SignedDelegations } from '@/lib/proof/statements/delegations';
import { canSignAt, type ListedKey, type ListedKeys } from '@/lib/proof/keys/listed-keys';
import type { PublicKey } from '@/lib/proof/keys/public-key';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { isEqualPerson, type ProofRoot } from '@/lib/proof/keys/root';
import { challengeOf, readStatement, type Statement } from '@/lib/proof/statement';
import type { SignedOrders } from '@/lib/proof/statements/standing-orders';
import type { TakenBackRequests } from '@/lib/proof/statements/taken-back';
import { ok, type Result } from '@/lib/result';

/**
 * What a signature is verified against: the root and its fingerprint, the chain, the passkeys on the list, what was
 * taken back, who may decide for whom, and which standing orders requests may rest on.
 */
export interface ProofContext {
  fingerprint: string;
  root: ProofRoot;
  chain: ProofChain;
  keys: ListedKeys;
  takenBack: TakenBackRequests;
  delegations: SignedDelegations;
  orders: SignedOrders;
}

/** A stored statement with its assertion, and the number of its entry in the chain. */
export interface SignedEntry {
  number: number;
  statement: string;
  assertion: Assertion | null;
}

/**
 * Verifies a signed entry: the statement, the console, the head that it names, a passkey that was on the list at that
 * head and still is at the entry `until`, its person, the role it signs in, and the signature.
 */
export async function verifySigned(
  context: ProofContext,
  entry: SignedEntry,
  until: number,
): Promise<Result<{ statement: Statement; key: ListedKey }, Refusal>> {
  const read = readPlaced(context, entry);
  if (!read.ok) return read;
  const statement = read.value;
  if (!entry.assertion) return refuse('unsigned');
  const key = checkKey(context, statement, { credentialId: entry.assertion.credentialId, until });
  if (!key.ok) return key;
  const signed = await verifySignature(context, entry, key.value.record.publicKey);
  return signed.ok ? ok({ statement, key: key.value }) : signed;
}

/** Reads an entry's statement; refuses one for another console, or whose head is unknown or not before the entry. */
export function readPlaced(
  { fingerprint, chain }: ProofContext,
  { number, statement }: Pick<SignedEntry, 'number' | 'statement'>,
): Result<Statement, Refusal> {
  const read = readStatement(statement);
  if (!read.ok) return read;
  if (read.value.console !== fingerprint) return refuse('other-console');
  const head = chain.numberOf(read.value.chain);
  if (head === undefined) return refuse('head-unknown');
  return head < number ? read : refuse('head-not-earlier');
}

/** Verifies the signature of an entry by a public key, with the origins and the counter of its place in the chain. */
export async function verifySignature(
  { root, keys }: ProofContext,
  { number, statement, assertion }: SignedEntry,
  key: PublicKey,
): ReturnType<typeof verifyAssertion> {
  if (!assertion) return refuse('unsigned');
  return verifyAssertion(assertion, {
    key,
    challenge: await challengeOf(statement),
    rpId: root.rpId,
    origins: keys.originsAt(number - 1),
    lastCounter: keys.counterBefore(assertion.credentialId, number),
  });
}

function checkKey(
  { chain, keys }: ProofContext,
  statement: Statement,
  { credentialId, until }: { credentialId: string; until: number },
): Result<ListedKey, Refusal> {
  const key = keys.find(credentialId);
  const head = chain.numberOf(statement.chain) ?? 0;
  if (!key) return refuse('key-unknown');
  if (key.from > head) return refuse('key-added-later');
  if (key.until !== undefined && key.until <= until) return refuse('key-removed');
  if (!isEqualPerson(key.record.person, statement.person)) return refuse('wrong-person');
  if (statement.as === 'holder') return ok(key);
  if (!canSignAt(key, statement.as, head)) return refuse('wrong-role');
  return canSignAt(key, statement.as, until) ? ok(key) : refuse('role-removed');
}
