import 'server-only';
import { inArray } from 'drizzle-orm';
import { denialReason } from '@/lib/identity/roles';
import type { Reader } from '@/lib/identity/reader';
import type { Role } from '@/lib/identity/roles';
import { sha256Hex } from '@/lib/proof/bytes';
import { type KeyRecord, type KeyRights, writeKeyRecord } from '@/lib/proof/keys/root';
import { type Passkeys, type PasskeyState, type PasskeyView, REQUIRED_CONFIRMATIONS } from '@/lib/passkeys/contract';
import { ok, type Result } from '@/lib/result';
import type { Denial } from '@/lib/http/denials';
import { listGroupNames } from '@/lib/server/group-list/current';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { proofKeys } from '@/lib/server/database/schema/proofs';
import { OTHER_ADDRESS } from '@/lib/server/passkeys/failures';
import { isListOf, readKeyList, type ReadKeyList } from '@/lib/server/passkeys/key-list/chain';
import { hasAdminKey, listKeyListChanges } from '@/lib/server/passkeys/key-list/key-list-changes';
import { readNames } from '@/lib/server/passkeys/other-people';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { relyingParty } from '@/lib/server/passkeys/register';

/** A passkey of the key list, with what a reader may do about it. */
export interface ListedPasskey {
  record: KeyRecord;
  view: PasskeyView;
}

/** Reads what the account page shows about passkeys. */
export async function readPasskeys(): Promise<Result<Passkeys, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  const rp = relyingParty();
  const read = rp.ok ? await readKeyList() : undefined;
  const isBroken = rp.ok && !read && (await readRootInForce()) !== undefined;
  const isAdministrator = denialReason('confirmPasskeys', reader.value.roles) === undefined;
  const views = read ? (await listPasskeys(reader.value, read)).map(({ view }) => view) : [];
  return ok({
    blockReason: denialReason('usePasskeys', reader.value.roles) ?? blockReasonOf(rp, { read, isBroken }),
    canSetUp: rp.ok && !read && !isBroken && isAdministrator,
    root: read?.root.fingerprint ?? null,
    isPinned: read?.root.isPinned ?? false,
    isRequired: isProofRequired(),
    own: views.filter(({ isOwn }) => isOwn),
    toConfirm: isAdministrator ? views.filter(({ isOwn, state }) => !isOwn && state === 'waiting') : [],
    changes: isAdministrator && read ? await listKeyListChanges(reader.value, read) : [],
    groups: isAdministrator ? await listGroupNames() : [],
    origins: read ? read.list.keys.originsAt(read.list.chain.length) : [],
    others: isAdministrator ? views.filter(({ isOwn, state }) => !isOwn && state === 'active') : [],
  });
}

/**
 * Lists the passkeys that wait for a confirmation of this reader, oldest first. The caller has checked that the reader
 * may read.
 */
export async function listConfirmablePasskeys(reader: Reader): Promise<PasskeyView[]> {
  if (denialReason('confirmPasskeys', reader.roles) !== undefined) return [];
  const read = await readKeyList();
  if (!read || read.list.listPending().length === 0) return [];
  const views = (await listPasskeys(reader, read)).map(({ view }) => view);
  return views.filter(({ state, confirmBlockReason }) => state === 'waiting' && confirmBlockReason === null);
}

/** Lists every passkey that is or was on the key list, or waits for administrators, in the order of the chain. */
export async function listPasskeys(reader: Reader, read: ReadKeyList): Promise<ListedPasskey[]> {
  const { list, entries, root } = read;
  const pending = new Set(list.listPending().map(({ record }) => record.credentialId));
  const records = [...list.keys.list(), ...list.listPending()].map(({ record }) => record);
  const labels = await readLabels(records.map(({ credentialId }) => credentialId));
  const names = await readNames([
    ...records.map(({ person }) => person.id),
    ...entries.map(({ personId }) => personId),
  ]);
  const hasKey = hasAdminKey(reader, read);
  return Promise.all(
    records.map(async (record) => {
      const { credentialId } = record;
      const label = labels.get(credentialId);
      const about = entries.filter(({ subject }) => subject === credentialId);
      const state = stateOf({
        isPending: pending.has(credentialId),
        isRemoved: list.keys.find(credentialId)?.until !== undefined,
        isWithdrawn: (label?.withdrawnAt ?? null) !== null,
      });
      const kind = state === 'waiting' ? 'key.confirm' : 'key.remove';
      const signers = about.filter((entry) => entry.kind === kind).map(({ personId }) => personId);
      const isOwn = record.person.id === reader.id;
      const facts = { state, isOwn, hasKey, hasSigned: signers.includes(reader.id), roles: reader.roles };
      const addition = about.find((entry) => entry.kind === 'key.add');
      const view: PasskeyView = {
        credentialId,
        name: label?.name ?? record.name,
        ownerId: record.person.id,
        ownerName: names.get(record.person.id) ?? 'Unknown person',
        isOwn,
        ...rightsOf(list.keys.find(credentialId)?.rights.at(-1) ?? record),
        fingerprint: await sha256Hex(writeKeyRecord(record)),
        addedAt: (addition?.at ?? label?.createdAt ?? root.at).toISOString(),
        lastUsedAt: label?.lastUsedAt?.toISOString() ?? null,
        state,
        signedBy: signers.map((id) => names.get(id) ?? 'Unknown person'),
        confirmBlockReason: confirmBlockReasonOf(facts),
        removeBlockReason: removeBlockReasonOf(facts),
      };
      return { record, view };
    }),
  );
}

/** Gives what a passkey on the list may sign now. */
const rightsOf = ({ roles, groups }: KeyRights): { roles: Role[]; groups: string[] } => ({
  roles: [...roles],
  groups: [...groups],
});

interface Facts {
  state: PasskeyState;
  isOwn: boolean;
  /** Whether the reader has a passkey that counts. */
  hasKey: boolean;
  hasSigned: boolean;
  roles: Reader['roles'];
}

function stateOf({
  isPending,
  isRemoved,
  isWithdrawn,
}: Record<'isPending' | 'isRemoved' | 'isWithdrawn', boolean>): PasskeyState {
  if (isRemoved) return 'removed';
  if (!isPending) return 'active';
  return isWithdrawn ? 'withdrawn' : 'waiting';
}

function confirmBlockReasonOf({ state, isOwn, hasKey, hasSigned, roles }: Facts): string | null {
  if (state === 'withdrawn') return 'Its owner withdrew this passkey.';
  if (state !== 'waiting') return null;
  if (isOwn) return `${REQUIRED_CONFIRMATIONS} other administrators must confirm this passkey.`;
  const denied = denialReason('confirmPasskeys', roles);
  if (denied !== undefined) return denied;
  if (hasSigned) return 'You have confirmed this passkey. Another administrator must confirm it as well.';
  return hasKey ? null : 'You need a passkey of your own to confirm this one.';
}

function removeBlockReasonOf({ state, isOwn, hasKey, hasSigned, roles }: Facts): string | null {
  if (state === 'removed') return 'This passkey is removed.';
  if (state === 'withdrawn') return 'This passkey is withdrawn.';
  if (isOwn && state === 'waiting') return null;
  const denied = isOwn ? undefined : denialReason('confirmPasskeys', roles);
  if (denied !== undefined) return denied;
  if (!isOwn && hasSigned) return 'You have signed this removal. Another administrator must sign it as well.';
  return hasKey || isOwn ? null : 'You need a passkey of your own to remove this one.';
}

function blockReasonOf(
  rp: ReturnType<typeof relyingParty>,
  { read, isBroken }: { read: ReadKeyList | undefined; isBroken: boolean },
): string | null {
  if (!rp.ok) return rp.error;
  if (isBroken) return BROKEN;
  if (!read) return 'The key list is not set up yet. Two administrators or more set it up together.';
  return isListOf(read, rp.value) ? null : OTHER_ADDRESS;
}

const BROKEN =
  'The key list in the database does not verify: entries were changed or are missing. No passkey counts until they are ' +
  'restored. Tell the operator of the console; the log says which entry.';

async function readLabels(credentialIds: readonly string[]) {
  const rows =
    credentialIds.length > 0
      ? await database()
          .select()
          .from(proofKeys)
          .where(inArray(proofKeys.credentialId, [...credentialIds]))
      : [];
  return new Map(rows.map((row) => [row.credentialId, row] as const));
}
