'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchJson } from '@/components/data/fetch-json';
import { paidRecipientsEndpoint, recipientChoicesEndpoint } from '@/lib/recipients/contract';
import type { PaidRecipient } from '@/lib/recipients/paid';
import { keyOfEntry, type RecipientOffer } from '@/lib/recipients/recipients';

interface KnownRecipients {
  entries: readonly RecipientOffer[];
  paid: readonly PaidRecipient[];
}

/** Reads what is known of an address, empty for none; undefined while it is not known. */
export function useKnownRecipients(address: string): KnownRecipients | undefined {
  const isAsked = address !== '';
  const { data: entries } = useQuery({
    queryKey: ['recipients', address],
    queryFn: isAsked ? ({ signal }) => fetchJson(recipientChoicesEndpoint({ q: address }), { signal }) : skipToken,
    retry: false,
  });
  const { data: paid, isError } = useQuery({
    queryKey: ['recipients', 'paid', address],
    queryFn: isAsked ? ({ signal }) => fetchJson(paidRecipientsEndpoint({ address }), { signal }) : skipToken,
    retry: false,
  });
  return useMemo(() => {
    if (!entries || (!paid && !isError)) return undefined;
    // A text is also looked for in notes.
    const isAddress = (one: { network: string; address: string }) =>
      keyOfEntry({ ...one, memo: null }) === keyOfEntry({ network: one.network, address, memo: null });
    return { entries: entries.filter(isAddress), paid: paid ?? [] };
  }, [entries, paid, isError, address]);
}

export interface FoundRecipient {
  entry: RecipientOffer | undefined;
  paid: PaidRecipient | undefined;
}

/** Finds the one recipient with this network and memo: its entry of the address book, and what was paid to it. */
export function findRecipient(
  { entries, paid }: KnownRecipients,
  recipient: { network: string; address: string; memo: string },
): FoundRecipient {
  const key = keyOfEntry({ ...recipient, memo: recipient.memo === '' ? null : recipient.memo });
  return {
    entry: entries.find((one) => keyOfEntry(one) === key),
    paid: paid.find((one) => keyOfEntry(one) === key),
  };
}
