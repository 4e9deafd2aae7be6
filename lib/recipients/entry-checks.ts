import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/networks';
import { type RecipientForm, recipientFormSchema } from '@/lib/recipients/form';
import type { RecipientEntry } from '@/lib/recipients/recipients';

/** What is wrong (`error`: it is refused) or remarkable (`warn`) about one field of an entry. */
export interface RecipientFinding {
  path: keyof RecipientForm;
  level: 'error' | 'warn';
  message: string;
}

/** What the fields of an entry say together: whether the address is one of the network, and whether a memo is missing or too much. Takes an entry that `recipientEntrySchema` has passed. */
export function checkRecipientEntry(
  { network: id, address, memo }: RecipientEntry,
  networks: readonly Network[],
): RecipientFinding[] {
  const network = networks.find((known) => known.id === id);
  const verdict = checkAddress(address, network ?? { label: id });
  if (verdict.state === 'invalid') return [{ path: 'address', level: 'error', message: verdict.reason }];
  if (verdict.state === 'unchecked') return [{ path: 'address', level: 'warn', message: verdict.reason }];
  // SEP-23: what is sent to a muxed address carries no memo of its own.
  if (verdict.memo !== undefined) {
    return memo === null
      ? []
      : [
          {
            path: 'memo',
            level: 'error',
            message: `The address carries the memo ${verdict.memo} in itself. Leave this empty.`,
          },
        ];
  }
  if (!network?.usesMemo || memo !== null) return [];
  return [
    {
      path: 'memo',
      level: 'warn',
      message: `Recipients on ${network.label} are often told apart by a memo. Leave it empty only where this one needs none.`,
    },
  ];
}

/** The form on the screen, or a row of a sheet, checked field by field and then as a whole; gives the entry that it stands for. */
export function recipientSchemaFor(networks: readonly Network[]) {
  return recipientFormSchema.superRefine((entry, context) => {
    for (const { path, level, message } of checkRecipientEntry(entry, networks)) {
      if (level === 'error') context.addIssue({ code: 'custom', path: [path], message });
    }
  });
}
