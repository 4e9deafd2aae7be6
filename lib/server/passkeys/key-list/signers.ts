import 'server-only';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import type { Transaction } from '@/lib/server/database/client';
import { isListOf, readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { relyingParty } from '@/lib/server/passkeys/register';

/** Reads which of these people can approve in a role: those with a passkey for it, or all where none is required. */
export async function readSigners(
  reader: Pick<Transaction, 'select'>,
  personIds: readonly string[],
  role: string,
): Promise<ReadonlySet<string>> {
  if (!isProofRequired()) return new Set(personIds);
  const rp = relyingParty();
  const read = rp.ok ? await readKeyList(reader) : undefined;
  if (!rp.ok || !read || !isListOf(read, rp.value)) return new Set();
  const { length } = read.list.chain;
  const signing = read.list.listKeys().filter((key) => canSignAt(key, role, length));
  const signerIds = new Set(signing.map(({ record }) => record.person.id));
  return new Set(personIds.filter((id) => signerIds.has(id)));
}
