'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { PAUSE_MS, pauseTyping } from '@/app/(console)/withdrawals/new/pause-typing';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import type { EndpointCall } from '@/lib/http/endpoint';
import { parseAmount } from '@/lib/money/parse-amount';
import { policyDryRunEndpoint, recipientChecksEndpoint, similarRequestsEndpoint } from '@/lib/requests/contract';
import { addressFindingEndpoint } from '@/lib/recipients/contract';
import { explainStanding } from '@/lib/recipients/service-address';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/**
 * Reads what the console says of a withdrawal before its submission: what the policy asks for, and what the checks of
 * the recipient find. The same questions while the form is filled in and in its review, so that the review has the
 * answers already. The policy is asked of an amount alone; `hasRecipient` is false while there is no address to check.
 */
export function useChecks(form: WithdrawalForm, { personId, amendment }: Editing, hasRecipient = true) {
  const amount = parseAmount(form.value);
  const value = amount.ok ? amount.value : '';
  const members = {
    network: form.network,
    address: form.destinationAddress.trim(),
    asset: form.asset.trim(),
    memo: form.memo.trim(),
    profile: form.profileId.trim(),
    balanceAsset: form.balanceAsset.trim(),
  };
  const except = amendment?.requestId ?? '';
  const trial = useTyped(
    hasRecipient && value !== '' && members.asset !== '' && members.profile !== ''
      ? policyDryRunEndpoint({
          ...members,
          amount: value,
          requester: personId,
          fixed: form.fixed,
          testAmount: form.testAmount.trim(),
          identity: form.identityId.trim(),
          request: except,
        })
      : undefined,
  );
  const checks = useTyped(
    hasRecipient ? recipientChecksEndpoint({ ...members, value, fees: countFees(form), except }) : undefined,
  );
  return { trial, checks };
}

/** Counts the fees that come on top of the value of a form: a test payment has its own. */
function countFees({ fixed, testAmount }: Pick<WithdrawalForm, 'fixed' | 'testAmount'>): string {
  if (fixed === 'total') return '0';
  return testAmount.trim() === '' ? '1' : '2';
}

/** Reads, for the review alone, requests that may be the same payment, and what the service says of the address. */
export function useReviewed(form: WithdrawalForm, { amendment }: Editing) {
  const amount = parseAmount(form.value);
  const [network, address, memo] = [form.network, form.destinationAddress.trim(), form.memo.trim()];
  const similarCall = similarRequestsEndpoint({
    network,
    address,
    asset: form.asset.trim(),
    memo,
    value: amount.ok ? amount.value : '',
  });
  const similar = useQuery({
    queryKey: [similarCall.path],
    queryFn: ({ signal }) => fetchJson(similarCall, { signal }),
    retry: 1,
  });
  const identity = form.identityId.trim();
  const standing = useQuery({
    queryKey: ['address-state', network, address, memo, form.profileId.trim(), identity],
    queryFn: ({ signal }) =>
      fetchJson(addressFindingEndpoint({ network, address, memo, profile: form.profileId.trim(), identity }), {
        signal,
      }),
    retry: false,
  });
  return {
    similar: similar.data?.filter(({ id }) => id !== amendment?.requestId) ?? [],
    /** What the service says against the address; undefined for nothing, and where it was not asked. */
    address: standing.isError
      ? explainStanding({ kind: 'unchecked', reason: `${explainError(standing.error).title}.` })
      : (standing.data ?? undefined),
    isPending: similar.isPending || standing.isPending,
    hasFailed: similar.isError,
  };
}

function useTyped<Answer>(call: EndpointCall<Answer> | undefined) {
  return useQuery({
    queryKey: ['typed', call?.path],
    queryFn:
      call === undefined ? skipToken : ({ signal }) => pauseTyping(signal).then(() => fetchJson(call, { signal })),
    staleTime: PAUSE_MS,
    retry: 1,
  });
}
