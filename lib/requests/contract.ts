import { endpoint } from '@/lib/http/endpoint';
import type { BatchStates, BatchView } from '@/lib/requests/batches';
import type { ApprovalQueue } from '@/lib/requests/queue';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { RequestView, SimilarRequest } from '@/lib/requests/request-view';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { Denial, StaleSignIn } from '@/lib/http/denials';
import type { SimilarAddress } from '@/lib/recipients/recipients';

/** Why a decision was not made. Nothing changed in any of these. */
export type DecisionFailure =
  | Denial
  | { kind: 'not-found' }
  | StaleSignIn
  | { kind: 'invalid' | 'not-now' | 'changed'; reason: string };

/** Why the policy lets nobody send this. */
export type PolicyRefusal = { kind: 'refused-by-policy' | 'too-few-approvers'; reason: string; next: string };

/** Why a form is not taken although each of its fields is well written. */
export type CheckFailure =
  | { kind: 'invalid'; issues: { path: string; message: string }[] }
  /** Others look like the address and nobody said which is meant. */
  | { kind: 'look-alikes'; lookAlikes: SimilarAddress[] };

/** Why a request was not saved. Nothing was saved and nothing was sent in any of these. */
export type CreateFailure =
  | Denial
  | PolicyRefusal
  | CheckFailure
  /** `transferId`: the transfer that has it, where it is not another request. */
  | { kind: 'reference-taken'; refId: string; transferId?: string }
  | { kind: 'already-submitted'; requestId: string };

export type AmendFailure = CreateFailure | DecisionFailure;

/** Something about one item of a batch: `error` keeps the whole batch from being made. The path is a field of the form, empty for the whole item. */
export interface ItemIssue {
  path: string;
  message: string;
  level: 'error' | 'warn';
}

export interface CheckedItem {
  index: number;
  issues: ItemIssue[];
  /** What is odd about it (lib/risk/signals), where it could be looked at. */
  signals: string[];
}

/** Why a batch was not made. Nothing of it was saved and nothing was sent in any of these. */
export type CreateBatchFailure =
  | Denial
  | { kind: 'unreadable'; reason: string }
  /** In the order of the items; the path is a field of the form, empty for the whole item. */
  | { kind: 'invalid'; items: { index: number; path: string; message: string }[] }
  | { kind: 'already-submitted'; groupId: string };

/** How far the making of a batch is. */
export interface BatchProgress {
  done: number;
  of: number;
}

/** What would happen to a withdrawal, in words; `proposed` only where a change of the policy waits. */
export interface PolicyDryRun {
  current: string;
  proposed: string | null;
}

const queryOf = (question: Record<string, string>) => new URLSearchParams(question).toString();
const ofRequest = (id: string) => `/api/withdrawals/${encodeURIComponent(id)}`;
const ofBatch = (id: string) => `/api/withdrawals/batches/${encodeURIComponent(id)}`;

/** One request with everything that happened to it. */
export const requestEndpoint = endpoint<RequestView>({ members: ['id', 'state', 'version', 'decisions'] })(ofRequest);

/** Requests whose reference is or begins with a text. */
export const findRequestsEndpoint = endpoint<RequestSummary[]>({ list: true })(
  (reference: string) => `/api/withdrawals?${queryOf({ reference })}`,
);

/** The requests that wait for approval, as the reader sees them. */
export const approvalQueueEndpoint = endpoint<ApprovalQueue>({ members: ['counts', 'needsMe', 'others', 'out'] })(
  () => '/api/approvals',
);

/** What the policy would ask of a withdrawal; null where it cannot be asked about what was given. */
export const policyDryRunEndpoint = endpoint<PolicyDryRun | null>({ members: ['current', 'proposed'], orNull: true })(
  (question: {
    network: string;
    address: string;
    asset: string;
    memo: string;
    amount: string;
    profile: string;
    requester: string;
  }) => `/api/withdrawals/trial?${queryOf(question)}`,
);

/** What is known about the recipient of a withdrawal that is about to be requested. */
export const recipientChecksEndpoint = endpoint<RecipientChecks>({ members: ['address', 'lookAlikes', 'card'] })(
  (question: {
    network: string;
    address: string;
    asset: string;
    memo: string;
    profile: string;
    value: string;
    except: string;
  }) => `/api/withdrawals/checks?${queryOf(question)}`,
);

/** What is known now about the recipient of a request. */
export const requestChecksEndpoint = endpoint<RecipientChecks>({ members: ['address', 'lookAlikes', 'card'] })(
  (id: string) => `${ofRequest(id)}/checks`,
);

/** Requests of the last day to one recipient over one value. */
export const similarRequestsEndpoint = endpoint<SimilarRequest[]>({ list: true })(
  (question: { network: string; address: string; asset: string; memo: string; value: string }) =>
    `/api/withdrawals/similar?${queryOf(question)}`,
);

/** One batch with its items. */
export const batchEndpoint = endpoint<BatchView>({ members: ['id', 'items'] })(ofBatch);

/** The states of a batch's items, and nothing else. */
export const batchStatesEndpoint = endpoint<BatchStates>({ members: ['states', 'waitingSha256'] })(
  (id: string) => `${ofBatch(id)}/states`,
);

/** What the console finds in the items of a batch before the batch is created; a POST. */
export const checkBatchEndpoint = endpoint<{ items: CheckedItem[] }>({ members: ['items'] })(
  () => '/api/withdrawals/batches/check',
);

/** How far the creation of a batch is; null where none is going on. */
export const batchProgressEndpoint = endpoint<BatchProgress | null>({ members: ['done', 'of'], orNull: true })(
  (batchKey: string) => `/api/withdrawals/batches/progress?${queryOf({ key: batchKey })}`,
);
