import { groupDigits } from '@/lib/money/format-amount';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

/** A refusal of the service, as it came (service-facts, "Errors"). */
export interface ServiceProblem {
  status: number;
  /** Last segment of the type URI with `_` read as `-`; empty where there was none. */
  type: string;
  title: string;
  /** For people only; nothing is decided by it. */
  detail: string;
  meta: Record<string, unknown>;
  /** Whether the body could be read as a problem at all. */
  isReadable: boolean;
  /** What Retry-After asked for, in milliseconds. */
  retryAfterMs?: number;
}

/** Why a call to the service gave no result. */
export type ServiceFailure =
  | { kind: 'problem'; problem: ServiceProblem }
  | { kind: 'credential'; status: number; error: string }
  | { kind: 'unreachable'; cause: string }
  | { kind: 'timeout' }
  /** It was not asked: its turn among all reads would not have come in time. */
  | { kind: 'no-turn' }
  | { kind: 'unreadable'; status: number; cause: string };

/** What happened and what to do next, in the words of a treasury desk. */
export interface Explanation {
  title: string;
  detail: string;
  next: string;
}

const NEW_REQUEST = 'Correct it and make a new request.';

/** Why the service refused a withdrawal. The one place where its refusals become sentences. */
export function explainRefusal(problem: ServiceProblem): Explanation {
  const said = quote(problem);
  const meta = (name: string) => readable(problem.meta[name]);
  const money = (name: string) => [amountOf(problem.meta[name]), meta('asset')].filter(Boolean).join(' ');
  switch (problem.type) {
    case 'insufficient-funds':
      return {
        title: 'The balance is too low',
        detail:
          meta('available') && meta('needed')
            ? `Profile ${meta('profile_id')} has ${money('available')} available, and ${money('needed')} is needed.`
            : said,
        next: 'Lower the amount or add funds to the profile, then make a new request.',
      };
    case 'below-min-withdraw-limit':
      return {
        title: 'The amount is below the smallest that the service sends',
        detail: meta('limit') ? `The least is ${money('limit')}.` : said,
        next: NEW_REQUEST,
      };
    case 'exceed-max-withdraw-limit':
      return {
        title: 'The amount is above the largest that the service sends',
        detail: meta('limit') ? `The most is ${money('limit')}.` : said,
        next: NEW_REQUEST,
      };
    case 'exceed-precision':
      return {
        title: 'The amount has more decimals than this asset allows',
        detail: said,
        next: 'Shorten the decimals and make a new request.',
      };
    case 'unsupported-address':
      return {
        title: 'The service does not send to this address',
        detail: meta('reason') || said,
        next: 'Check the address and the network with the recipient, then make a new request.',
      };
    case 'travel-rule-information-required':
      return {
        title: 'The service needs to know who the recipient is',
        detail: said,
        next: 'Fill in the beneficiary under “More fields” in a new request.',
      };
    case 'identity-verification-required':
      return {
        title: 'The identity behind this withdrawal has not been verified',
        detail: said,
        next: 'Finish the verification with the service, then make a new request.',
      };
    case 'rejected':
      return {
        title: 'The service rejected this withdrawal',
        detail: said,
        next: 'Ask the service why before trying again.',
      };
    case 'not-found':
      return {
        title: 'The service does not know the profile or the fee',
        detail: said,
        next: 'Check the profile ID and the fee ID, then make a new request.',
      };
    case 'fee-quote-expired':
    case 'fee-expired':
      return {
        title: 'The guaranteed fee has expired',
        detail: meta('expired_at') ? `It was valid until ${meta('expired_at')}.` : said,
        next: 'Get a new fee ID, or leave it out, and make a new request.',
      };
    case 'insufficient-scope':
      return {
        title: 'This console is not allowed to make withdrawals',
        detail: said,
        next: 'Ask an administrator to check the scopes of the console’s credential.',
      };
    default:
      return {
        title:
          problem.status === 403
            ? 'The service did not allow this withdrawal'
            : 'The service did not accept this withdrawal',
        detail: said,
        next: NEW_REQUEST,
      };
  }
}

/** Why something could not be read from the service. */
export function explainReadFailure(failure: ServiceFailure): Explanation {
  switch (failure.kind) {
    case 'unreachable':
      return {
        title: 'The transfer service cannot be reached',
        detail: 'The connection could not be made.',
        next: 'Try again in a moment. Transfers themselves are not affected.',
      };
    case 'timeout':
      return {
        title: 'The transfer service is not answering',
        detail: 'It took too long to answer.',
        next: 'Try again in a moment. Transfers themselves are not affected.',
      };
    case 'no-turn':
      return {
        title: 'The transfer service was not asked',
        detail: 'It asked the console to slow down, or the console reads as much as it may already.',
        next: 'Try again in a moment. Transfers themselves are not affected.',
      };
    case 'unreadable':
      return {
        title: 'The transfer service answered in a way that cannot be read',
        detail: `Status ${failure.status}.`,
        next: 'Try again. If it stays, tell an administrator.',
      };
    case 'credential':
      return {
        title: 'The transfer service does not accept the console’s credential',
        detail: `Status ${failure.status}.`,
        next: 'Tell an administrator: the client ID, secret or scope is wrong.',
      };
    case 'problem':
      return explainReadProblem(failure.problem);
  }
}

function explainReadProblem(problem: ServiceProblem): Explanation {
  if (problem.status === 404)
    return {
      title: 'The service does not know this transfer',
      detail: 'No transfer has this ID.',
      next: 'Check the ID.',
    };
  if (problem.status === 429)
    return {
      title: 'The transfer service is asking us to slow down',
      detail: 'Too many requests.',
      next: 'Try again in a few minutes. Transfers themselves are not affected.',
    };
  if (problem.status === 401 || problem.status === 403)
    return {
      title: 'The transfer service does not allow the console to read this',
      detail: quote(problem),
      next: 'Tell an administrator: the credential or its scope is wrong.',
    };
  if (problem.status >= 500)
    return {
      title: 'The transfer service has a fault',
      detail: `Status ${problem.status}.`,
      next: 'Try again in a moment. Transfers themselves are not affected.',
    };
  return {
    title: 'The transfer service refused the question',
    detail: quote(problem),
    next: 'If it stays, tell an administrator.',
  };
}

/** What the service said, marked as its words. */
function quote({ status, title, detail }: ServiceProblem): string {
  const said = [title, detail].filter(Boolean).join(': ');
  return said ? `The service says: ${clip(said)}` : `The service gave no reason (status ${status}).`;
}

function readable(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? clip(String(value)) : '';
}

function amountOf(value: unknown): string {
  return groupDigits(readable(value));
}

function clip(text: string): string {
  const safe = revealHiddenCharacters(text);
  return safe.length > 300 ? `${safe.slice(0, 300)}…` : safe;
}
