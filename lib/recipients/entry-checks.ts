import { explainRefusal, listAddressNotes } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/network-definition';
import { findNetwork, resolveNetwork } from '@/lib/networks/networks';
import { type RecipientForm, recipientFormSchema, toRecipientForm } from '@/lib/recipients/form';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { explainMemo } from '@/lib/withdrawals/memo';
import { findTextNotes } from '@/lib/withdrawals/text-notes';
import { isAsciiId, NOT_ASCII_MESSAGE } from '@/lib/text/uuid';

/** Issue (`error`: the entry is not accepted) or warning of one field of an entry. */
export interface RecipientFinding {
  path: keyof RecipientForm;
  level: 'error' | 'warn';
  message: string;
}

/**
 * Checks the address of an entry against the network, the memo against the address, and the letters of the profiles.
 * Takes an entry that `recipientEntrySchema` accepts.
 */
export function checkRecipientEntry(
  { network: id, address, memo, profiles }: RecipientEntry,
  networks: readonly Network[],
): RecipientFinding[] {
  if (!profiles.every(isAsciiId)) return [{ path: 'profiles', level: 'error', message: NOT_ASCII_MESSAGE }];
  const network = networks.find((known) => known.id === id);
  const verdict = checkAddress(address, network ?? { label: id });
  if (verdict.state === 'invalid') return [{ path: 'address', level: 'error', message: verdict.reason }];
  const memoRefusal = explainMemo(memo ?? '', network);
  if (memoRefusal !== undefined) return [{ path: 'memo', level: 'error', message: memoRefusal }];
  const refusal = explainRefusal(verdict, 'book');
  if (refusal !== undefined) return [{ path: 'address', level: 'error', message: refusal }];
  if (verdict.state === 'unchecked')
    return [{ path: 'address', level: 'warn', message: listAddressNotes(verdict, 'book').join(' ') }];
  // SEP-23: a payment to a muxed address carries no memo of its own.
  if (verdict.memo !== undefined) {
    return memo === null
      ? []
      : [
          {
            path: 'memo',
            level: 'error',
            message: `The address already contains the memo ${verdict.memo}. Leave this field empty.`,
          },
        ];
  }
  if (!network?.usesMemo || memo !== null) return [];
  return [
    {
      path: 'memo',
      level: 'warn',
      message:
        `Recipients on ${network.label} often need a memo. ` +
        'Save or confirm an entry without one only if this recipient needs none.',
    },
  ];
}

/** Says what is to be checked about the address of an entry; empty for most. */
export function describeAddressNotes({ network, address }: RecipientEntry): string {
  return listAddressNotes(checkAddress(address, resolveNetwork(network)), 'book').join(' ');
}

/** Says what calls for a second look in the memo and the beneficiary of an entry; empty for most. */
export function describeEntryNotes(entry: RecipientEntry): string {
  const { memo, beneficiary } = toRecipientForm(entry);
  const network = findNetwork(entry.network);
  const warnings = checkRecipientEntry(entry, network ? [network] : []).filter(
    ({ path, level }) => path === 'memo' && level === 'warn',
  );
  const notes = findTextNotes({ memo, beneficiary, referenceId: '', metadata: [] }, network);
  return [...warnings, ...notes].map(({ message }) => message).join(' ');
}

/** Makes the schema of an entry's form or import row, which checks each field, then all together; gives the entry. */
export function createRecipientSchema(networks: readonly Network[]) {
  return recipientFormSchema.superRefine((entry, context) => {
    for (const { path, level, message } of checkRecipientEntry(entry, networks)) {
      if (level === 'error') context.addIssue({ code: 'custom', path: [path], message });
    }
  });
}
