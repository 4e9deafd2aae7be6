'use client';

import { useQuery } from '@tanstack/react-query';
import { readAnswer } from '@/components/read-answer';
import type { RecipientChecks } from '@/lib/recipient-checks';
import { apiRoutes } from '@/lib/routes';
import type { WithdrawalBody } from '@/lib/withdrawals';

/** What is known about the recipient of a body that nobody has asked for yet. */
export function useRecipientChecks(body: WithdrawalBody, exceptId: string | undefined) {
  const { crypto_network: network, destination_address: address, asset, memo = '', profile_id: profile } = body;
  const path = apiRoutes.recipientChecks({ network, address, asset, memo, profile, value: body.amount ?? body.total, except: exceptId ?? '' });
  return useQuery({ queryKey: [path], queryFn: ({ signal }) => readAnswer<RecipientChecks>(path, { signal }), retry: 1 });
}
