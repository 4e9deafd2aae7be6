import { createContext, use } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { RecipientOffer } from '@/lib/recipients/recipients';
import type { AddressEntry } from '@/lib/withdrawals/address-entry';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Entry of the address book that was chosen in this form, or that has the address that the form began with. */
type ChosenRecipient = Pick<RecipientOffer, 'id' | 'name' | 'network' | 'address' | 'memo'>;

type Chosen = readonly [ChosenRecipient | undefined, (recipient: ChosenRecipient) => void];

/** Keeps the chosen recipient while the form is reviewed. */
export const ChosenRecipientContext = createContext<Chosen>([undefined, () => undefined]);

/** Ways in which the person who fills in the form entered the address, who need not be reminded of it. */
export const SELF_ENTERED: readonly AddressEntry[] = ['typed', 'pasted', 'book'];

/**
 * Gives the name that the field shows in place of the address, undefined for an address that was typed or pasted, and
 * the function that chooses a recipient. Of a form that begins with the values of another withdrawal, the name is that
 * of the entry with exactly its recipient.
 */
export function useChosenRecipient(): readonly [string | undefined, Chosen[1]] {
  const [chosen, setChosen] = use(ChosenRecipientContext);
  const { control } = useFormContext<WithdrawalForm>();
  const [network, address, memo, recipientId, way] = useWatch({
    control,
    name: ['network', 'destinationAddress', 'memo', 'recipientId', 'addressEntry'],
  });
  const isOfForm = chosen?.network === network && chosen.address === address && (chosen.memo ?? '') === memo;
  const isNamed = recipientId === '' ? !SELF_ENTERED.includes(way) && isOfForm : chosen?.id === recipientId;
  return [isNamed ? chosen?.name : undefined, setChosen];
}
