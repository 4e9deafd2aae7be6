import { type Denial, explainDenial, isDenial, type StaleSignIn } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { ApprovingRole } from '@/lib/policy/rules';

/** A delegation as the account page shows it. Times are ISO 8601. */
export interface DelegationView {
  id: string;
  delegatorName: string;
  delegateName: string;
  /** What the reader is in it. */
  part: 'delegator' | 'delegate' | 'other';
  role: ApprovingRole;
  startsAt: string;
  endsAt: string;
  /** When it was ended early; null where it was not. */
  endedAt: string | null;
  state: 'in-force' | 'to-come' | 'over';
  reason: string;
  isSigned: boolean;
  /** Why the reader cannot end it; null where they can. */
  endDenialReason: string | null;
}

/** Delegations on the account page, with those whom the reader can let decide for them. */
export interface DelegationsView {
  /** Roles in which the reader decides. */
  roles: ApprovingRole[];
  candidates: { id: string; name: string; roles: ApprovingRole[] }[];
  delegations: DelegationView[];
}

/** Reasons for changing no delegation. In each of them, nothing changed. */
export type DelegationFailure =
  | Denial
  | StaleSignIn
  | { kind: 'not-found' }
  | { kind: 'invalid' | 'not-now' | 'not-possible'; reason: string };

const NOTHING_CHANGED = 'No delegation was changed.';

/** Explains why no delegation was changed, and what to do next. */
export function explainDelegationFailure(failure: DelegationFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING_CHANGED);
  switch (failure.kind) {
    case 'not-found':
      return { title: 'This person or delegation is not known', detail: NOTHING_CHANGED, next: 'Load the page again.' };
    case 'invalid':
    case 'not-now':
      return { title: failure.reason, detail: NOTHING_CHANGED, next: 'Correct it, then try again.' };
    case 'not-possible':
      return {
        title: 'The delegation could not be signed',
        detail: `${failure.reason} ${NOTHING_CHANGED}`,
        next: 'With a passkey that counts, try again.',
      };
  }
}
