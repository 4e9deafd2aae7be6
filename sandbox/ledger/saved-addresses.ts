import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { openJournal } from '@/sandbox/ledger/journal';

const nameSchema = z.string().min(1).max(256);

/** Travel-rule data of a destination address (docs/specification/service-facts.md#from-30-november-2026). */
export const savedAddressSchema = z.strictObject({
  crypto_network: nameSchema,
  address: nameSchema,
  identity_id: nameSchema.optional(),
  travelrule_metadata: z
    .strictObject({
      custodian_type: z.enum(['VASP', 'PRIVATE']),
      vasp: z
        .union([
          z.strictObject({ id: nameSchema }),
          z.strictObject({ name: nameSchema, website: nameSchema.optional() }),
        ])
        .optional(),
      transfer_purpose: nameSchema,
      beneficiary: z.union([
        z.strictObject({ self: z.literal(true) }),
        z.strictObject({ person_details: z.strictObject({ first_name: nameSchema, last_name: nameSchema }) }),
        z.strictObject({ institution_details: z.strictObject({ name: nameSchema }) }),
      ]),
    })
    .refine(
      ({ custodian_type: type, vasp }) => (type === 'VASP') === (vasp !== undefined),
      'needs a vasp for VASP alone',
    ),
});
export type SavedAddress = z.infer<typeof savedAddressSchema>;

// Lines from before there were reviews have no time.
const storedSchema = savedAddressSchema.extend({ saved_at: z.number().default(0) });
/** A saved address with the time in milliseconds at which its data were saved, or last changed. */
export type StoredAddress = z.infer<typeof storedSchema>;

type Key = Pick<SavedAddress, 'crypto_network' | 'address' | 'identity_id'>;
const keyOf = ({ crypto_network: network, address, identity_id: identity }: Key) =>
  JSON.stringify([network, address, identity ?? null]);

/** The destination addresses whose travel-rule data a client saved. */
export interface SavedAddresses {
  /** Saves the data of an address for an identity; the same data again change nothing. */
  save: (address: SavedAddress) => StoredAddress;
  find: (key: Key) => StoredAddress | undefined;
  list: () => StoredAddress[];
  close: () => void;
}

/** Opens the saved addresses of a directory, which survive a restart and a kill. */
export function openSavedAddresses(dataDir: string, clock: () => number): SavedAddresses {
  const journal = openJournal(path.join(dataDir, 'saved-addresses.jsonl'));
  const known = new Map<string, StoredAddress>();
  for (const entry of journal.entries) {
    const stored = storedSchema.parse(entry);
    known.set(keyOf(stored), stored);
  }
  return {
    save: (address) => {
      const before = known.get(keyOf(address));
      if (before && isDeepStrictEqual(before, { ...address, saved_at: before.saved_at })) return before;
      const stored = { ...address, saved_at: clock() };
      journal.append(stored);
      known.set(keyOf(address), stored);
      return stored;
    },
    find: (key) => known.get(keyOf(key)),
    list: () => [...known.values()],
    close: journal.close,
  };
}
