/**
 * The chain of signed statements in the database (`proof_entries`), and the key list that follows from it. lib/proof
 * decides what an entry does; this module reads, appends and remembers.
 *
 * - One chain for each root. An entry is appended in the transaction that needs it, under a lock, and only where it
 *   has an effect: what verification refuses is answered with the reason and not stored.
 * - The list is built from the rows alone. A process keeps the list that it has read and adds what is new; where the
 *   newest entry that it knows is another one or gone, it reads the whole chain again.
 */
import 'server-only';
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Assertion } from '@/lib/proof/keys/assertion';
import { type ChainEntry, hashEntry } from '@/lib/proof/keys/chain';
import { KeyList } from '@/lib/proof/key-list';
import { sha256Hex } from '@/lib/proof/bytes';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { takesBack } from '@/lib/proof/statements/taken-back';
import { verifySigned } from '@/lib/proof/signed';
import type { Statement } from '@/lib/proof/statement';
import type { RelyingParty } from '@/lib/passkeys/relying-party';
import { fail, ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { log } from '@/lib/server/observability/log';
import { countBrokenChain } from '@/lib/server/observability/counters';
import { readRootInForce, type RootInForce } from '@/lib/server/passkeys/key-list/root';
import { singleton } from '@/lib/server/runtime/singleton';

type Row = typeof proofEntries.$inferSelect;
/** What reads rows: the database or a transaction. */
type Reader = Pick<Transaction, 'select'>;

/** A key list with the root that it rests on, and the key events of the chain for display. */
export interface ReadKeyList {
  root: RootInForce;
  list: KeyList;
  entries: readonly Row[];
}

interface Known {
  /** Root, and whether the environment names it. */
  key: string;
  read: ReadKeyList & { entries: Row[] };
}

/**
 * The list that this process has read, and the end of the last reading: readings apply their rows one after another.
 */
const knownList = () =>
  singleton<{ known?: Known; tail: Promise<unknown> }>('passkeys.key-list', () => ({ tail: Promise.resolve() }));

/**
 * Reads the key list of the root in force. Gives undefined where there is no root, or where root or chain do not
 * verify: that is logged and counted, and no passkey counts then. `from`: a transaction that must see its own rows
 * must not have appended any.
 */
export async function readKeyList(from: Reader = database()): Promise<ReadKeyList | undefined> {
  const root = await readRootInForce(from);
  if (!root) return undefined;
  const holder = knownList();
  const key = `${root.isPinned} ${root.fingerprint}`;
  const length = holder.known?.key === key ? holder.known.read.list.chain.length : 0;
  // The newest known entry again: where it is another one or gone, the rows were changed.
  const rows = await selectEntries(from, root, Math.max(length, 1));
  // Nothing in here asks the database, so that no holder of a lock waits for another caller's connection.
  const applied = holder.tail.then(() => apply(holder, { key, rows }));
  holder.tail = applied.catch(() => undefined);
  return (await applied) ?? (await rebuild(holder, key, { from, root }));
}

/** Adds rows to the known list; undefined where they do not continue it. */
async function apply(
  holder: ReturnType<typeof knownList>,
  { key, rows }: { key: string; rows: readonly Row[] },
): Promise<ReadKeyList | undefined> {
  const known = holder.known?.key === key ? holder.known.read : undefined;
  if (!known || (known.list.chain.length > 0 && rows.length === 0)) return undefined;
  for (const row of rows) {
    const { length } = known.list.chain;
    const isKnown = row.position <= length && known.list.chain.numberOf(row.hash) === row.position;
    if (!isKnown && row.position !== length + 1) return undefined;
    if (isKnown) continue;
    const appended = await known.list.append(toEntry(row), row.content);
    // Reading all of it again says what is wrong.
    if (!appended.ok) return undefined;
    if (isKeyEvent(row)) known.entries.push(row);
  }
  return known;
}

async function rebuild(
  holder: ReturnType<typeof knownList>,
  key: string,
  { from, root }: { from: Reader; root: RootInForce },
): Promise<ReadKeyList | undefined> {
  const read = await build(from, root);
  if (read) holder.known = { key, read };
  else delete holder.known;
  return read;
}

const isKeyEvent = ({ kind }: Row) => kind.startsWith('key.') || kind === 'rights' || kind === 'origin.add';

/** Tells whether this console's own address is one of a key list: its passkeys work nowhere else. */
export function isListOf({ list }: ReadKeyList, { origin }: RelyingParty): boolean {
  return list.keys.originsAt(list.chain.length).includes(origin);
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
  const root = await lockChain(transaction);
  // A list of its own: an event is applied before it is known to be stored.
  const read = root && (await build(transaction, root));
  if (!root || !read) return fail('no-root');
  const { list } = read;
  const entry = await nextEntry(list, { text, assertion });
  const appended = await list.append(entry, content);
  if (!appended.ok) return appended;
  if (appended.value.refusal) return fail(appended.value.refusal);
  await insertEntry(transaction, root, { entry, statement, assertion, content, registration });
  return ok({ position: entry.number, list });
}

/**
 * Appends a signed decision to the chain of the root in force, and returns its place, or the reason why its signature
 * does not count, by name. Other transactions that append wait for this one to end.
 */
export async function appendDecision(
  transaction: Transaction,
  { statement, text, assertion, content }: Omit<NewEntry, 'registration'>,
): Promise<Result<{ root: string; position: number }, Refusal | 'no-root'>> {
  const root = await lockChain(transaction);
  const read = root && (await readKeyList(transaction));
  if (!root || !read) return fail('no-root');
  const { list } = read;
  const entry = await nextEntry(list, { text, assertion });
  const verified = await verifySigned(list, entry, list.chain.length);
  if (!verified.ok) return verified;
  // What every later reading would refuse must not be stored: nothing in the chain can be changed.
  const { kind, items } = statement;
  if (takesBack(kind) && items !== undefined && (await sha256Hex(content)) !== items) return refuse('items-other');
  await insertEntry(transaction, root, { entry, statement, assertion, content, registration: null });
  return ok({ root: root.fingerprint, position: entry.number });
}

/** Returns the root in force, and lets nobody else append under it until the transaction ends. */
async function lockChain(transaction: Transaction): Promise<RootInForce | undefined> {
  const root = await readRootInForce(transaction);
  if (root)
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`proof_entries ${root.fingerprint}`}, 0))`,
    );
  return root;
}

async function nextEntry(
  list: KeyList,
  { text, assertion }: Pick<NewEntry, 'text' | 'assertion'>,
): Promise<ChainEntry> {
  const unhashed = { number: list.chain.length + 1, previous: list.chain.head, statement: text, assertion };
  return { ...unhashed, hash: await hashEntry(unhashed) };
}

async function insertEntry(
  transaction: Transaction,
  root: RootInForce,
  { entry, statement, assertion, ...texts }: Omit<NewEntry, 'text'> & { entry: ChainEntry },
): Promise<void> {
  await transaction.insert(proofEntries).values({
    root: root.fingerprint,
    position: entry.number,
    previous: entry.previous,
    hash: entry.hash,
    kind: statement.kind,
    subject: statement.subject.id,
    personId: statement.person.id,
    statement: entry.statement,
    ...assertion,
    ...texts,
  });
}

async function build(from: Reader, root: RootInForce): Promise<Known['read'] | undefined> {
  const opened = await KeyList.open(root.document, root.fingerprint);
  if (!opened.ok) return reportBroken(opened.error, root);
  const list = opened.value;
  const rows = await selectEntries(from, root, 1);
  for (const row of rows) {
    const appended = await list.append(toEntry(row), row.content);
    if (!appended.ok) return reportBroken(appended.error, root);
  }
  return { root, list, entries: rows.filter(isKeyEvent) };
}

function selectEntries(from: Reader, root: RootInForce, position: number): Promise<Row[]> {
  return from
    .select()
    .from(proofEntries)
    .where(and(eq(proofEntries.root, root.fingerprint), gte(proofEntries.position, position)))
    .orderBy(asc(proofEntries.position));
}

/** Reads one entry of a chain with the texts that its statement names by hash; undefined where there is none. */
export async function readEntry(
  from: Reader,
  { root, position }: { root: string; position: number },
): Promise<{ statement: string; assertion: Assertion | null; content: string } | undefined> {
  const [row] = await from
    .select()
    .from(proofEntries)
    .where(and(eq(proofEntries.root, root), eq(proofEntries.position, position)));
  return row && { ...toEntry(row), content: row.content };
}

function reportBroken({ name, sentence }: Refusal, { fingerprint }: RootInForce): undefined {
  log.error({ refusal: name, sentence, root: fingerprint }, 'the key list does not verify; no passkey counts');
  countBrokenChain();
}

/** Gives the signature of an entry as verification takes it; null for one that nobody signed. */
export function toAssertion({ credentialId, authenticatorData, clientDataJSON, signature }: Row): Assertion | null {
  const isSigned = credentialId !== null && authenticatorData !== null && clientDataJSON !== null && signature !== null;
  return isSigned ? { credentialId, authenticatorData, clientDataJSON, signature } : null;
}

function toEntry(row: Row): ChainEntry {
  const { position, previous, statement, hash } = row;
  return { number: position, previous, statement, assertion: toAssertion(row), hash };
}
