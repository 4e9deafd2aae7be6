import { z } from 'zod';
import { networkLabel } from '@/lib/networks/networks';
import { recipientEntrySchema } from '@/lib/recipients/form';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { storableText } from '@/lib/text/storable-text';

export const MAX_CHANGES = 1_000;

const id = z.uuid();
/** What somebody who asks said of the address, where others look like it; and those, in normal form, as the server found them. */
const meant = {
  chosen: storableText().max(128).default(''),
  lookAlikes: z.array(storableText().max(256)).max(100).default([]),
};

const recipientChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), id, after: recipientEntrySchema, ...meant }),
  z.strictObject({
    kind: z.literal('change'),
    id,
    before: recipientEntrySchema,
    after: recipientEntrySchema,
    ...meant,
  }),
  z.strictObject({ kind: z.literal('retire'), id, before: recipientEntrySchema }),
  z.strictObject({ kind: z.literal('restore'), id, before: recipientEntrySchema, ...meant }),
]);

/** One entry of the book: added, changed, retired, or taken back into use; each with what it was. */
export type RecipientChange = z.infer<typeof recipientChangeSchema>;

/** What two people change about the book at once: one entry, or all that a sheet adds. */
export const recipientPayloadSchema = z.strictObject({
  changes: z
    .array(recipientChangeSchema)
    .min(1, 'There is nothing in it.')
    .max(MAX_CHANGES, `At most ${MAX_CHANGES} at once.`),
});
export type RecipientPayload = z.infer<typeof recipientPayloadSchema>;

/** The entry as it is in use after a change; undefined where it is retired. */
export function entryAfter(change: RecipientChange): RecipientEntry | undefined {
  if (change.kind === 'retire') return undefined;
  return change.kind === 'restore' ? change.before : change.after;
}

/** The entry that a change is about, as it is called. */
export function entryOf(change: RecipientChange): RecipientEntry {
  return entryAfter(change) ?? (change as Extract<RecipientChange, { kind: 'retire' }>).before;
}

/** Whether a change brings an address into use that the entry did not have, so that others may look like it. */
export function bringsAddress(change: RecipientChange): change is Exclude<RecipientChange, { kind: 'retire' }> {
  if (change.kind === 'retire') return false;
  return (
    change.kind !== 'change' ||
    change.before.address !== change.after.address ||
    change.before.network !== change.after.network
  );
}

/** Why a change is not taken with the address that somebody said is meant; undefined where it is, or where nothing looks like it. */
export function similarAddressBlockReason(change: RecipientChange, chosen: string): string | undefined {
  if (change.kind === 'retire' || change.lookAlikes.length === 0) return undefined;
  const { name, address } = entryOf(change);
  if (chosen === address) return undefined;
  return chosen === ''
    ? `The address of “${name}” looks like one that is known. Whoever asks and whoever confirms must say which of them is meant.`
    : `You said that another address is meant for “${name}” than the one that stands there.`;
}

const VERBS: Record<RecipientChange['kind'], string> = {
  add: 'Add',
  change: 'Change',
  retire: 'Retire',
  restore: 'Bring back',
};

/** What is asked for, such as "Retire “Custody desk” on Ethereum". */
export function describeChange(change: RecipientChange): string {
  const { name, network } = change.kind === 'change' ? change.before : entryOf(change);
  return `${VERBS[change.kind]} “${name}” on ${networkLabel(network)}`;
}
