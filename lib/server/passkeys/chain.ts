/**
 * The chain of signed statements in the database (`proof_entries`), and the key list that follows from it. lib/proof
 * decides what an entry does; this module reads, appends and remembers.
 *
 * - One chain for each root. An entry is appended in the transaction that needs it, under a lock, and only where it
 *   has an effect: what verification refuses is answered with the reason and not stored.
 * - The list is built from the rows alone. A process keeps the last one by its head, since a head names all before it.
 */
import 'server-only';
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Assertion } from '@/lib/proof/assertion';
import { type ChainEntry, hashEntry } from '@/lib/proof/chain';
import { KeyList } from '@/lib/proof/key-list';
import type { Refusal } from '@/lib/proof/refusals';
import type { Statement } from '@/lib/proof/statement';
import type { RelyingParty } from '@/lib/passkeys/relying-party';
import { fail, ok, type Result } from '@/lib/result';
import { type Database, database, type Transaction } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/proof-schema';
import { log } from '@/lib/server/observability/log';
import { countBrokenChain } from '@/lib/server/observability/counters';
import { readRootInForce, type RootInForce } from '@/lib/server/passkeys/root';
import { singleton } from '@/lib/server/runtime/singleton';

type Row = typeof proofEntries.$inferSelect;

/** A key list with the root that it stands on, and its entries for display. */
export interface ReadKeyList {
  root: RootInForce;
  list: KeyList;
  entries: readonly Row[];
}

interface Known {
  head: string;
  read: Promise<ReadKeyList | undefined>;
}

/**
 * Reads the key list of the root in force. Gives undefined where there is no root, or where root or chain do not
 * verify: that is logged and counted, and no passkey counts then.
 */
export async function readKeyList(): Promise<ReadKeyList | undefined> {
  const root = await readRootInForce();
  if (!root) return undefined;
  const [newest] = await database()
    .select({ hash: proofEntries.hash })
    .from(proofEntries)
    .where(eq(proofEntries.root, root.fingerprint))
    .orderBy(desc(proofEntries.position))
    .limit(1);
  const head = `${root.isPinned} ${newest?.hash ?? root.fingerprint}`;
  const holder = singleton<{ known?: Known }>('passkeys.key-list', () => ({}));
  if (holder.known?.head !== head) holder.known = { head, read: build(database(), root) };
  return holder.known.read;
}

/** Tells whether a key list belongs to this console's own name and address: its passkeys work nowhere else. */
export function isListOf({ list }: ReadKeyList, { rpId, origin }: RelyingParty): boolean {
  return list.root.rpId === rpId && list.keys.originsAt(list.chain.length).includes(origin);
}

/** A statement to append, with what it was signed over. */
export interface NewEntry {
  statement: Statement;
  /** The canonical text of the statement. */
  text: string;
  assertion: Assertion;
  content: string;
  registration: string | null;
}

/**
 * Appends a signed statement to the chain of the root in force, and returns the position and the key list after it, or
 * the reason why it has no effect, by name. Other transactions that append wait for this one to end.
 */
export async function appendEntry(
  transaction: Transaction,
  { statement, text, assertion, content, registration }: NewEntry,
): Promise<Result<{ position: number; list: KeyList }, Refusal | 'no-root'>> {
  const root = await readRootInForce(transaction);
  if (!root) return fail('no-root');
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`proof_entries ${root.fingerprint}`}, 0))`,
  );
  const read = await build(transaction, root);
  if (!read) return fail('no-root');
  const { list } = read;
  const unhashed = { number: list.chain.length + 1, previous: list.chain.head, statement: text, assertion };
  const entry: ChainEntry = { ...unhashed, hash: await hashEntry(unhashed) };
  const appended = await list.append(entry, content);
  if (!appended.ok) return appended;
  if (appended.value.refusal) return fail(appended.value.refusal);
  await transaction.insert(proofEntries).values({
    root: root.fingerprint,
    position: entry.number,
    previous: entry.previous,
    hash: entry.hash,
    kind: statement.kind,
    subject: statement.subject.id,
    personId: statement.person.id,
    statement: text,
    ...assertion,
    content,
    registration,
  });
  return ok({ position: entry.number, list });
}

async function build(from: Database | Transaction, root: RootInForce): Promise<ReadKeyList | undefined> {
  const opened = await KeyList.open(root.document, root.fingerprint);
  if (!opened.ok) return reportBroken(opened.error, root);
  const list = opened.value;
  const entries = await from
    .select()
    .from(proofEntries)
    .where(eq(proofEntries.root, root.fingerprint))
    .orderBy(asc(proofEntries.position));
  for (const row of entries) {
    const appended = await list.append(toEntry(row), row.content);
    if (!appended.ok) return reportBroken(appended.error, root);
  }
  return { root, list, entries };
}

function reportBroken({ name, sentence }: Refusal, { fingerprint }: RootInForce): undefined {
  log.error({ refusal: name, sentence, root: fingerprint }, 'the key list does not verify; no passkey counts');
  countBrokenChain();
}

function toEntry({ position, previous, statement, hash, ...row }: Row): ChainEntry {
  const { credentialId, authenticatorData, clientDataJSON, signature } = row;
  const isSigned = credentialId !== null && authenticatorData !== null && clientDataJSON !== null && signature !== null;
  const assertion = isSigned ? { credentialId, authenticatorData, clientDataJSON, signature } : null;
  return { number: position, previous, statement, assertion, hash };
}
