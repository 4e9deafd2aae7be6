import { z } from 'zod';
import { networkLabel } from '@/lib/networks/networks';
import { MAX_ADOPTED } from '@/lib/recipients/adoption';
import { recipientEntrySchema } from '@/lib/recipients/form';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { formatCount } from '@/lib/text/locale';
import { storableText } from '@/lib/text/storable-text';

/** Largest number of changes in one proposal. */
export const MAX_CHANGES = 1_000;

const id = z.uuid();

/**
 * The address that the proposer confirmed, where similar ones are known; and the similar ones in normal form, as the
 * server found them, or only that there are some, while a right to see is in force. Stored with every proposal, hence
 * the names.
 */
const addressChoice = {
  chosen: storableText().max(128).default(''),
  lookAlikes: z.array(storableText().max(256)).max(100).default([]),
};

const recipientChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), id, after: recipientEntrySchema, ...addressChoice }),
  z.strictObject({
    kind: z.literal('change'),
    id,
    before: recipientEntrySchema,
    after: recipientEntrySchema,
    ...addressChoice,
  }),
  z.strictObject({ kind: z.literal('retire'), id, before: recipientEntrySchema }),
  z.strictObject({ kind: z.literal('restore'), id, before: recipientEntrySchema, ...addressChoice }),
]);

/** Change of one entry of the address book, with the entry before where there was one. */
export type RecipientChange = z.infer<typeof recipientChangeSchema>;

/**
 * Schema of a proposal for the address book: a change of one entry, the entries that an import adds, or with `adopted`
 * recipients that were paid before.
 */
export const recipientPayloadSchema = z
  .strictObject({
    changes: z
      .array(recipientChangeSchema)
      .min(1, 'Propose at least one change.')
      .max(MAX_CHANGES, { error: () => `Propose at most ${formatCount(MAX_CHANGES)} changes at once.` }),
    adopted: z.literal(true).exactOptional(),
  })
  .superRefine(({ changes, adopted }, context) => {
    if (adopted && changes.length > MAX_ADOPTED)
      context.addIssue({ code: 'custom', message: `Adopt at most ${MAX_ADOPTED} recipients at once.` });
    if (adopted && changes.some(({ kind }) => kind !== 'add'))
      context.addIssue({ code: 'custom', message: 'Recipients that were paid before can only be added.' });
  });
export type RecipientPayload = z.infer<typeof recipientPayloadSchema>;

/** Gives the active entry after a change; undefined for a retirement. */
export function entryAfter(change: RecipientChange): RecipientEntry | undefined {
  if (change.kind === 'retire') return undefined;
  return change.kind === 'restore' ? change.before : change.after;
}

/** Gives the entry that a change concerns, as it will be. */
export function entryOf(change: RecipientChange): RecipientEntry {
  return entryAfter(change) ?? (change as Extract<RecipientChange, { kind: 'retire' }>).before;
}

/** Returns whether a change brings an address into use that the entry did not have, so that similar ones matter. */
export function bringsAddress(change: RecipientChange): change is Exclude<RecipientChange, { kind: 'retire' }> {
  if (change.kind === 'retire') return false;
  return (
    change.kind !== 'change' ||
    change.before.address !== change.after.address ||
    change.before.network !== change.after.network
  );
}

/**
 * Explains why a change is not accepted with the address that a person confirmed (empty: none yet); undefined where it
 * is accepted, or where no similar address is known.
 */
export function similarAddressBlockReason(change: RecipientChange, chosen: string): string | undefined {
  if (change.kind === 'retire' || change.lookAlikes.length === 0) return undefined;
  const { name, address } = entryOf(change);
  if (chosen === address) return undefined;
  return chosen === ''
    ? `The address of “${name}” closely resembles one that is known here. ` +
        'The proposer and the person who confirms must each confirm the address.'
    : `The address that you confirmed is not the address of “${name}”. Correct the entry, or confirm its own address.`;
}

const CHANGE_VERBS: Record<RecipientChange['kind'], string> = {
  add: 'Add',
  change: 'Change',
  retire: 'Retire',
  restore: 'Restore',
};

/** Describes several entries that are added together, such as “Import 12 recipients”. */
export function describeSeveral(count: number, isAdopted: boolean): string {
  return `${isAdopted ? 'Add' : 'Import'} ${formatCount(count)} ${count === 1 ? 'recipient' : 'recipients'}`;
}

/** Describes a change, such as "Retire “Custody desk” on Ethereum". */
export function describeChange(change: RecipientChange): string {
  const { name, network } = change.kind === 'change' ? change.before : entryOf(change);
  return `${CHANGE_VERBS[change.kind]} “${name}” on ${networkLabel(network)}`;
}
