import { formatWait } from '@/lib/http/rate-limits';
import type { Explanation } from '@/lib/http/problems';

/** Reasons for which a read or an action is denied before it begins. */
export type Denial =
  | { kind: 'signed-out' }
  | { kind: 'forbidden'; reason: string }
  /** `reason`: what is too much, where it is not the number of calls. */
  | { kind: 'too-many'; retryAfterS: number; reason?: string }
  /** The database does not answer, so the console cannot tell who is asking. */
  | { kind: 'unavailable' }
  /** The page is of another release: the console no longer has what it calls. */
  | { kind: 'outdated' }
  /** The body is larger than the console reads. */
  | { kind: 'too-large' };

/** A sign-in that is too old for a decision about money, or whose age is unknown. */
export interface StaleSignIn {
  kind: 'stale-sign-in';
  reason: string;
  /** False where the identity provider did not say when it saw the person, so that another sign-in hardly helps. */
  isTimeKnown: boolean;
}

/** Gives the denial for a sign-in that is older than so many minutes, or whose time is unknown. */
export function staleSignIn(minutes: number, { isTimeKnown }: { isTimeKnown: boolean }): StaleSignIn {
  const reason = isTimeKnown
    ? `You signed in more than ${minutes} minutes ago.`
    : 'Your company’s sign-in did not say when you signed in, so your sign-in counts as old.';
  return { kind: 'stale-sign-in', reason, isTimeKnown };
}

const DENIAL_KINDS = ['signed-out', 'forbidden', 'too-many', 'unavailable', 'outdated', 'too-large', 'stale-sign-in'];

/** Tells a denial apart from the failures that belong to one action. */
export function isDenial<Failure extends { kind: string }>(
  failure: Failure,
): failure is Extract<Failure, Denial | StaleSignIn> {
  return DENIAL_KINDS.includes(failure.kind);
}

/**
 * Explains a denial, the same on every page. `effect` says what was not done, such as “Nothing was saved and nothing
 * was sent.”; it is empty where the reader only asked to see something.
 */
export function explainDenial(denial: Denial | StaleSignIn, effect: string): Explanation {
  const withEffect = (text: string) => [text, effect].filter((sentence) => sentence !== '').join(' ');
  switch (denial.kind) {
    case 'signed-out':
      return { title: 'Your session has ended', detail: effect, next: 'Sign in again to continue.' };
    case 'forbidden':
      return {
        title: 'You do not have permission',
        detail: withEffect(denial.reason),
        next: 'If you need this permission, ask an administrator.',
      };
    case 'too-many':
      return {
        title: 'Too many requests',
        detail: withEffect(denial.reason ?? ''),
        next: `Try again in ${formatWait(denial.retryAfterS)}.`,
      };
    case 'unavailable':
      return {
        title: 'The console cannot reach its database',
        detail: effect,
        next: 'Try again in a moment. If the problem stays, tell an administrator.',
      };
    case 'outdated':
      return {
        title: 'This page is older than the console',
        detail: 'Nothing was recorded, and your text is kept.',
        next: 'Reload the page, then try again.',
      };
    case 'too-large':
      return {
        title: 'This is more than the console reads at once',
        detail: withEffect('Your text is kept.'),
        next: 'Shorten it, or split it, then try again.',
      };
    case 'stale-sign-in':
      return {
        title: 'Renew your sign-in first',
        detail: withEffect(denial.reason),
        next: denial.isTimeKnown
          ? 'Renew your sign-in, then try again.'
          : 'Renew your sign-in once. If this message comes back, tell an administrator: the Status page says what to configure.',
      };
  }
}
