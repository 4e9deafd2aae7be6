import path from 'node:path';
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

/** The destination addresses whose travel-rule data a client saved. */
export interface SavedAddresses {
  save: (address: SavedAddress) => void;
  has: (address: Pick<SavedAddress, 'crypto_network' | 'address' | 'identity_id'>) => boolean;
  close: () => void;
}

/** Opens the saved addresses of a directory, which survive a restart and a kill. */
export function openSavedAddresses(dataDir: string): SavedAddresses {
  const journal = openJournal(path.join(dataDir, 'saved-addresses.jsonl'));
  const keyOf = (saved: Parameters<SavedAddresses['has']>[0]) =>
    JSON.stringify([saved.crypto_network, saved.address, saved.identity_id ?? null]);
  const known = new Set(journal.entries.map((entry) => keyOf(savedAddressSchema.parse(entry))));
  return {
    save: (address) => {
      journal.append(address);
      known.add(keyOf(address));
    },
    has: (address) => known.has(keyOf(address)),
    close: journal.close,
  };
}
