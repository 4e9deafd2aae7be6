import { endpoint } from '@/lib/http/endpoint';
import type { LimitUse } from '@/lib/policy/describe-time-limit';
import type { Replay, ReplayPeriod } from '@/lib/policy/replay/replay';
import type { BatchStates, BatchView } from '@/lib/requests/bundles/batches';
import type { Unsigned } from '@/lib/passkeys/contract';
import type { ProfileCheck } from '@/lib/profiles/choices';
import type { ApprovalQueue } from '@/lib/requests/queue';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { RequestView, SimilarRequest } from '@/lib/requests/request-view';
import type { LearnedLimit } from '@/lib/risk/learned-limits';
import type { DraftChecks, RecipientChecks } from '@/lib/risk/recipient-checks';
import type { Result } from '@/lib/result';
import type { Denial, StaleSignIn } from '@/lib/http/denials';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import type { MissingTravelRule } from '@/lib/recipients/travel-rule';

/** Reasons why a decision was not recorded. In each of them, nothing changed. */
export type DecisionFailure =
  | Denial
  | { kind: 'not-found' }
  | StaleSignIn
  | { kind: 'invalid' | 'not-now' | 'changed' | 'not-possible'; reason: string };

/** The refusal of a withdrawal by the policy, or by another rule that is asked before it is saved. */
export interface PolicyRefusal {
  kind: 'refused-by-policy' | 'too-few-approvers' | 'profile-not-allowed' | 'travel-rule';
  reason: string;
  /** The next step for the requester. */
  next: string;
  /** True where the use of a limit over time is unknown for the moment, and the refusal may end once it is known. */
  isUnknown?: true;
}

/** Reasons for rejecting a form whose fields are each well formed. */
export type CheckFailure =
  | { kind: 'invalid'; issues: { path: string; message: string }[] }
  /** Other known addresses resemble the address, and the requester has not confirmed which one is correct. */
  | { kind: 'similar-addresses'; similarAddresses: SimilarAddress[] };

/** Reason why a withdrawal cannot be requested again; `requestId` names the request that follows it already. */
export interface NotFollowable {
  kind: 'not-followable';
  reason: string;
  requestId?: string;
}

/** Reasons why a request was not created. In each of them, nothing was saved and nothing was sent. */
export type CreateFailure =
  | Denial
  | PolicyRefusal
  | CheckFailure
  | NotFollowable
  /**
   * `transferId` names the transfer that has the reference; without it, another request has the reference. `isHidden`:
   * the requester does not see every profile, and learns neither.
   */
  | { kind: 'reference-taken'; refId: string; transferId?: string; isHidden?: true }
  | { kind: 'already-submitted'; requestId: string }
  | { kind: 'not-now' | 'not-possible'; reason: string };

export type AmendFailure = CreateFailure | DecisionFailure;

/** An issue of one batch item; an error prevents the whole batch. `path` is a form field, empty for the whole item. */
export interface ItemIssue {
  path: string;
  message: string;
  level: 'error' | 'warn';
}

export interface CheckedItem {
  index: number;
  issues: ItemIssue[];
  /** The risk signals of the item (lib/policy/signals.ts); none where the item could not be checked. */
  signals: string[];
  /** True where the amount is not unusual for the recipient, whatever it is beside the other rows. */
  isUsualForRecipient?: boolean;
  /** The approvals that the item will take, from whom, and by which rule; absent where it cannot be requested. */
  asked?: string;
  /** Why the recipient counts as new, as sentences; absent where the checks do not say so. */
  newRecipientFinding?: string;
}

/** Reasons why a batch was not created. In each of them, nothing was saved and nothing was sent. */
export type CreateBatchFailure =
  | Denial
  | { kind: 'unreadable'; reason: string }
  /** The issues in the order of the items; `path` is a form field, empty for the whole item. */
  | { kind: 'invalid'; items: { index: number; path: string; message: string }[] }
  | { kind: 'already-submitted'; bundleId: string }
  | { kind: 'not-now' | 'not-possible'; reason: string };

/** The progress of creating a batch. */
export interface BatchProgress {
  done: number;
  total: number;
}

/** The outcomes of a dry run, as sentences; `proposed` is null where no policy change is proposed. */
export interface PolicyDryRun {
  current: string;
  /** What the policy in force asks for and by which rule, in one line; null where it allows nothing. */
  asked: string | null;
  /** How many approvals the policy in force asks for; null where it allows none. */
  required: number | null;
  proposed: string | null;
  /** How much of each limit over time the withdrawal would use. */
  limits: LimitUse[];
  /** True where the policy in force makes the withdrawal wait for a limit over time. */
  waits: boolean;
  /** The travel-rule data that the service would miss; null where none are missing. */
  travelRule: MissingTravelRule | null;
}

/** What other rules would have asked for (lib/policy/replay/replay). */
export interface PolicyReplay extends Replay {
  /** The version in force, with which they are compared. */
  version: number;
  period: ReplayPeriod;
  /** The time of the replay (ISO 8601). */
  at: string;
  /** True where the reader sees some profiles alone, whose requests were replayed. */
  isPartial: boolean;
  /** The references of the examples, by ID. */
  references: Record<string, string>;
}

const queryOf = (query: Record<string, string>) => new URLSearchParams(query).toString();
const ofRequest = (id: string) => `/api/withdrawals/${encodeURIComponent(id)}`;
const ofBatch = (id: string) => `/api/withdrawals/batches/${encodeURIComponent(id)}`;

/** Reads one request with its whole history. */
export const requestEndpoint = endpoint<RequestView>({ members: ['id', 'state', 'version', 'decisions'] })(ofRequest);

/** Finds requests by their reference or its beginning. */
export const findRequestsEndpoint = endpoint<RequestSummary[]>({ list: true })(
  (reference: string) => `/api/withdrawals?${queryOf({ reference })}`,
);

/** Reads the approval queue, as the reader sees it. */
export const approvalQueueEndpoint = endpoint<ApprovalQueue>({
  members: ['counts', 'needsMe', 'others', 'changes', 'unresolved', 'inProgress'],
})(() => '/api/approvals');

/** Replays past requests through rules; a POST, since an address cannot hold rules. Saves nothing. */
export const policyReplayEndpoint = endpoint<PolicyReplay>({
  members: ['count', 'kept', 'changes', 'missing', 'version', 'period', 'at', 'references'],
})(() => '/api/policy/replay');

/** Applies the policy to a withdrawal that is being prepared; null where the given values are incomplete. */
export const policyDryRunEndpoint = endpoint<PolicyDryRun | null>({
  members: ['current', 'required', 'proposed', 'limits', 'waits', 'travelRule'],
  orNull: true,
})(
  (query: {
    network: string;
    address: string;
    asset: string;
    memo: string;
    amount: string;
    profile: string;
    requester: string;
    fixed: 'amount' | 'total';
    balanceAsset: string;
    testAmount: string;
    identity: string;
    /** The id of a request that is being changed; empty for a new one. */
    request: string;
  }) => `/api/withdrawals/trial?${queryOf(query)}`,
);

/** Checks the recipient of a withdrawal that is being prepared, and reads what it is worth, once it has an amount. */
export const recipientChecksEndpoint = endpoint<DraftChecks>({ members: ['address', 'similarAddresses', 'card'] })(
  (query: {
    network: string;
    address: string;
    asset: string;
    memo: string;
    profile: string;
    value: string;
    /** The asset whose balance falls; empty for the asset itself. */
    balanceAsset: string;
    /** How many fees come on top of the value. */
    fees: string;
    except: string;
  }) => `/api/withdrawals/checks?${queryOf(query)}`,
);

/** Reads the limits that the service named in refusals, as far as they concern a withdrawal that is being prepared. */
export const learnedLimitsEndpoint = endpoint<LearnedLimit[]>({ list: true })(
  (query: { network: string; asset: string; address: string; feeId: string }) =>
    `/api/withdrawals/learned-limits?${queryOf(query)}`,
);

/** Checks the profile of a withdrawal that is being prepared. */
export const profileCheckEndpoint = endpoint<ProfileCheck>({ members: ['reason'] })(
  (profile: string) => `/api/withdrawals/profile?${queryOf({ profile })}`,
);

/** Checks the recipient of an existing request again. */
export const requestChecksEndpoint = endpoint<RecipientChecks>({ members: ['address', 'similarAddresses', 'card'] })(
  (id: string) => `${ofRequest(id)}/checks`,
);

/** Finds requests of the last 24 hours for one value to one recipient. */
export const similarRequestsEndpoint = endpoint<SimilarRequest[]>({ list: true })(
  (query: { network: string; address: string; asset: string; memo: string; value: string }) =>
    `/api/withdrawals/similar?${queryOf(query)}`,
);

/** Reads one batch with its items. */
export const batchEndpoint = endpoint<BatchView>({ members: ['id', 'items', 'needs'] })(ofBatch);

/** Reads the states of a batch's items, for polling. */
export const batchStatesEndpoint = endpoint<BatchStates>({ members: ['states', 'waitingSha256'] })(
  (id: string) => `${ofBatch(id)}/states`,
);

/** Checks the items of a batch before the batch is created; a POST. */
export const checkBatchEndpoint = endpoint<{ items: CheckedItem[] }>({ members: ['items'] })(
  () => '/api/withdrawals/batches/check',
);

/** Creates a batch; a POST of its key, its name and its items. */
export const createBatchEndpoint = endpoint<Result<{ bundleId: string }, CreateBatchFailure | Unsigned>>({
  members: ['ok'],
})(() => '/api/withdrawals/batches');

/** Reads the progress of creating a batch; null where none is in progress. */
export const batchProgressEndpoint = endpoint<BatchProgress | null>({ members: ['done', 'total'], orNull: true })(
  (batchKey: string) => `/api/withdrawals/batches/progress?${queryOf({ key: batchKey })}`,
);
