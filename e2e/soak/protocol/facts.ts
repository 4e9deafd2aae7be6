/** The request, its transfers and the answers of the service, as the product's functions take them. */
import type { PostObservation, Sighting } from '@/lib/sends/send-machine';
import type { CastVote } from '@/lib/requests/votes';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import type { Answer, RecordName } from '@/e2e/soak/protocol/world';

export const REQUESTED_AT = new Date(0);

export const BODY: WithdrawalBody = {
  ref_id: 'INV-1',
  profile_id: 'profile',
  asset: 'USDC',
  crypto_network: 'ETHEREUM',
  destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: '1',
};

function transfer(id: string, amount: string): Transfer {
  const { ref_id, profile_id, asset, crypto_network, destination_address } = BODY;
  const fields = { id, ref_id, profile_id, asset, crypto_network, destination_address, amount };
  const record = { ...fields, direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL', status: 'PENDING' };
  return { ...record, flaws: [], raw: record };
}

/** The transfers of the world, by the names that are their IDs. */
export const TRANSFERS: Record<RecordName, Transfer> = {
  own: transfer('own', '1'),
  foreign: transfer('foreign', '2'),
  other: transfer('other', '1'),
};

/** Names a transfer of the world. */
export function nameOf({ id }: Transfer): RecordName {
  return id as RecordName;
}

const problem = (status: number, existing?: Transfer, type = ''): PostObservation => ({
  kind: 'problem',
  problem: { status, type, title: 'refused', detail: '', meta: {}, isReadable: true },
  ...(existing && { existing }),
});

/** No answer came in time, one that says nothing (5xx, cut), or nothing left. */
export type NoAnswer = 'lost' | 'broken' | 'not-sent';

/** What a sender sees. */
export const OBSERVATIONS: Record<Answer | NoAnswer, PostObservation> = {
  accepted: { kind: 'accepted-body', status: 201, transfer: TRANSFERS.own },
  differs: { kind: 'accepted-body', status: 201, transfer: TRANSFERS.foreign },
  exists: problem(409, TRANSFERS.own),
  'exists-foreign': problem(409, TRANSFERS.foreign),
  taken: problem(409),
  refused: problem(422),
  'lacks-data': problem(403, undefined, 'travel-rule-information-required'),
  throttled: problem(429),
  broken: problem(503),
  lost: { kind: 'lost', cause: 'ETIMEDOUT' },
  'not-sent': { kind: 'not-sent', cause: 'stopped', reason: 'stopped' },
};

/** What a walk shows under the reference, readable or not. */
export function sightingOf(records: readonly RecordName[], isReadable: boolean): Sighting {
  return {
    transfers: isReadable ? records.map((name) => TRANSFERS[name]) : [],
    hasUnreadable: !isReadable && records.length > 0,
  };
}

/** Votes of different people, all of which count. */
export function castVotes(count: number): CastVote[] {
  return Array.from({ length: count }, (_, index) => ({
    personId: `approver-${index}`,
    version: 1,
    verdict: 'APPROVED',
    roles: ['approver'],
    facts: {
      ageS: 60,
      signInAgeS: 60,
      hadRole: true,
      hasLostRole: false,
      wasSuspended: false,
      isWithdrawn: false,
      isRequester: false,
      isEarlierVoter: false,
    },
  }));
}
