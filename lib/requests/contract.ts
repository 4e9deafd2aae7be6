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
