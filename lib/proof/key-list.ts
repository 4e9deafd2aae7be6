/**
 * The key list of a console: who may sign what, derived from the root and from the signed events of the chain.
 *
 * | event       | signed by                                          | holds                                     |
 * | ----------- | -------------------------------------------------- | ----------------------------------------- |
 * | root        | nobody; its fingerprint is outside the database    | from the beginning                        |
 * | key.add     | the new passkey itself                             | once two administrators confirmed it      |
 * | key.confirm | an administrator other than the owner              | with the second one                       |
 * | key.remove  | the owner, or two administrators                   | at once, or with the second one           |
 * | rights      | two administrators other than the person           | with the second one                       |
 * | origin.add  | two administrators                                 | with the second one                       |
 *
 * - An event that does not verify changes nothing. A chain that does not verify stops the list.
 * - Numbers of entries order everything; times order nothing.
 */
import { type ChainEntry, kindOf, ProofChain } from '@/lib/proof/keys/chain';
import { isDelegationEvent, SignedDelegations } from '@/lib/proof/statements/delegations';
import { applyKeyEvent, isKeyEvent, PendingChanges, type PendingKey } from '@/lib/proof/key-events';
import { type ListedKey, ListedKeys } from '@/lib/proof/keys/listed-keys';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { sha256Hex } from '@/lib/proof/bytes';
import { readStatement, type SigningPerson, type Statement } from '@/lib/proof/statement';
import { type ProofRoot, readRoot } from '@/lib/proof/keys/root';
import type { ProofContext } from '@/lib/proof/signed';
import { isOrderEvent, SignedOrders } from '@/lib/proof/statements/standing-orders';
import { TakenBackRequests, takesBack } from '@/lib/proof/statements/taken-back';
import { ok, type Result } from '@/lib/result';

/** What became of an appended entry. */
export interface AppendedEntry {
  number: number;
  /** Why a key event has no effect on the list. */
  refusal?: Refusal;
}

/** The chain as read so far, and the key list that follows from it. */
export class KeyList implements ProofContext {
  readonly chain: ProofChain;
  readonly keys: ListedKeys;
  readonly takenBack = new TakenBackRequests();
  readonly delegations = new SignedDelegations();
  readonly orders = new SignedOrders();
  readonly #pending = new PendingChanges();

  private constructor(
    readonly root: ProofRoot,
    readonly fingerprint: string,
  ) {
    this.chain = new ProofChain(fingerprint);
    this.keys = new ListedKeys(root);
  }

  /** Opens a list with nothing but its root, which must have the fingerprint given. */
  static async open(rootText: string, fingerprint: string): Promise<Result<KeyList, Refusal>> {
    const root = await readRoot(rootText, fingerprint);
    return root.ok ? ok(new KeyList(root.value, fingerprint)) : root;
  }

  /**
   * Adds the next entry of the chain, one at a time. `content` is what a key event was signed over (the passkey's
   * record, rights, or an origin), a delegation, a standing order, or the lines of what was taken back. Refuses a
   * broken chain, and lines other than those that were signed; an entry that only has no effect says why.
   */
  async append(entry: ChainEntry, content = ''): Promise<Result<AppendedEntry, Refusal>> {
    const appended = await this.chain.append(entry);
    if (!appended.ok) return appended;
    const number = appended.value;
    const kind = kindOf(entry.statement);
    // Rights may lower what a passkey signs: other rights beside the signature must not undo that.
    if (kind === 'rights' && !(await isSignedContent(entry.statement, content))) return refuse('key-event-content');
    const effect = isKeyEvent(kind)
      ? await applyKeyEvent(kind, this, this.#pending, { ...entry, content })
      : ok(undefined);
    const noted = takesBack(kind) ? await this.takenBack.note(entry, content) : ok(undefined);
    if (!noted.ok) return noted;
    if (isDelegationEvent(kind)) await this.delegations.note({ ...entry, number }, content);
    if (isOrderEvent(kind)) await this.orders.note({ ...entry, number }, content);
    if (entry.assertion) this.keys.countUse(entry.assertion, number);
    return ok({ number, ...(!effect.ok && { refusal: effect.error }) });
  }

  /** Lists the passkeys that wait for administrators. */
  listPending(): PendingKey[] {
    return [...this.#pending.keys.values()];
  }

  /** Lists who signed a change of rights or an address that does not hold yet. */
  listSigners(change: Pick<Statement, 'kind' | 'subject' | 'sha256'>): SigningPerson[] {
    return this.#pending.signersOf(change).map(({ person }) => person);
  }

  /** Gives the version of a person's rights that holds; 0 where nobody changed them. */
  rightsVersionOf(personId: string): number {
    return this.#pending.versionOf({ kind: 'rights', id: personId });
  }

  /** Lists the passkeys that are on the list now. */
  listKeys(): ListedKey[] {
    return this.keys.listAt(this.chain.length);
  }
}

async function isSignedContent(statement: string, content: string): Promise<boolean> {
  const read = readStatement(statement);
  return !read.ok || (content.isWellFormed() && (await sha256Hex(content)) === read.value.sha256);
}
