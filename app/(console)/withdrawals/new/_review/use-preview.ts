'use client';

import { useQuery } from '@tanstack/react-query';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import type { SimilarRequest } from '@/lib/requests/request-view';
import type { EndpointCall } from '@/lib/http/endpoint';
import { policyDryRunEndpoint, similarRequestsEndpoint } from '@/lib/requests/contract';
import type { MissingTravelRule } from '@/lib/recipients/travel-rule';
import { addressFindingEndpoint } from '@/lib/recipients/contract';
import { type AddressFinding, explainStanding } from '@/lib/recipients/service-address';
import type { LimitUse } from '@/lib/policy/describe-time-limit';
import { type Submission, toWithdrawalBody } from '@/lib/withdrawals/body';

/** Findings of the console about a withdrawal before its submission. */
export interface Preview {
  /** Sentence about the approvals that the policy requires; undefined until it is known. */
  rule: string | undefined;
  /** How much of each limit over time the withdrawal would use. */
  limits: LimitUse[];
  /** True where the withdrawal would wait for a limit over time. */
  waits: boolean;
  /** The travel-rule data that the service would miss; undefined where none are missing. */
  travelRule: MissingTravelRule | undefined;
  /** What the service says against the address; undefined for nothing, and where it was not asked. */
  address: AddressFinding | undefined;
  /** Recent requests that may be the same payment; undefined until they are known. */
  similar: SimilarRequest[] | undefined;
  isPending: boolean;
  hasFailed: boolean;
}

/** Finds similar requests, and the approvals that the policy requires, for a withdrawal under review. */
export function usePreview(submission: Submission, { personId, amendment, registry }: Editing): Preview {
  const body = toWithdrawalBody(submission, registry.beneficiary);
  const { crypto_network: network, destination_address: address, asset, memo = '', profile_id: profile } = body;
  const amount = body.amount ?? body.total;
  const trial = useRead(
    policyDryRunEndpoint({
      network,
      address,
      asset,
      memo,
      amount,
      profile,
      requester: personId,
      fixed: submission.form.fixed,
      balanceAsset: body.balance_asset ?? '',
      testAmount: submission.form.testAmount,
      identity: body.identity_id ?? '',
      request: amendment?.requestId ?? '',
    }),
  );
  const standing = useQuery({
    queryKey: ['address-state', network, address, memo, profile, body.identity_id],
    queryFn: ({ signal }) =>
      fetchJson(addressFindingEndpoint({ network, address, memo, profile, identity: body.identity_id ?? '' }), {
        signal,
      }),
    retry: false,
  });
  const similar = useRead(similarRequestsEndpoint({ network, address, asset, memo, value: amount }));
  return {
    rule: trial.data?.current,
    limits: trial.data?.limits ?? [],
    waits: trial.data?.waits ?? false,
    travelRule: trial.data?.travelRule ?? undefined,
    address: standing.isError
      ? explainStanding({ kind: 'unchecked', reason: `${explainError(standing.error).title}.` })
      : (standing.data ?? undefined),
    similar: similar.data?.filter(({ id }) => id !== amendment?.requestId),
    isPending: trial.isPending || similar.isPending || standing.isPending,
    hasFailed: trial.isError || similar.isError,
  };
}

function useRead<Answer>(call: EndpointCall<Answer>) {
  return useQuery({
    queryKey: [call.path],
    queryFn: ({ signal }) => fetchJson(call, { signal }),
    retry: 1,
  });
}
