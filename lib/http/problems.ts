import { groupDigits } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { theService, TheService } from '@/lib/text/service-name';

/** Error answer of the service, as received: docs/specification/service-facts.md#errors. */
export interface ServiceProblem {
  status: number;
  /** Last segment of the type URI, with `_` read as `-`; empty where the answer has none. */
  type: string;
  title: string;
  /** Text for people; no decision depends on it. */
  detail: string;
  meta: Record<string, unknown>;
  /** True where the body could be read as a problem. */
  isReadable: boolean;
  /** Wait that Retry-After asks for, in milliseconds. */
  retryAfterMs?: number;
}

/** Reason why a call to the service gave no result. */
export type ServiceFailure =
  | { kind: 'problem'; problem: ServiceProblem }
  | { kind: 'credential'; status: number; error: string }
  | { kind: 'unreachable'; cause: string }
  | { kind: 'timeout' }
  /** Not called: the limit of reads per second left no turn in time. */
  | { kind: 'no-turn' }
  | { kind: 'unreadable'; status: number; cause: string };

/** Explanation of an event for people: what happened, the details, and what to do next. Empty texts are not shown. */
export interface Explanation {
  title: string;
  detail: string;
  next: string;
}

const NEW_REQUEST = 'Correct the withdrawal and request it again.';
const TRY_AGAIN = 'Try again in a moment. Your transfers are not affected.';

/** Explains why the service declined a withdrawal. All of its error types become sentences here. */
export function explainRefusal(problem: ServiceProblem): Explanation {
  const quoted = quoteProblem(problem);
  const meta = (name: string) => readable(problem.meta[name]);
  const money = (name: string) => [amountOf(problem.meta[name]), meta('asset')].filter(Boolean).join(' ');
  switch (problem.type) {
    case 'insufficient-funds':
      return {
        title: 'The balance is too low',
        detail:
          meta('available') && meta('needed')
            ? `Profile ${meta('profile_id')} has ${money('available')} available, and ${money('needed')} is needed.`
            : quoted,
        next: 'Lower the amount or add funds to the profile, then request it again.',
      };
    case 'below-min-withdraw-limit':
      return {
        title: `The amount is below the minimum of ${theService()}`,
        detail: meta('limit') ? `The minimum is ${money('limit')}.` : quoted,
        next: NEW_REQUEST,
      };
    case 'exceed-max-withdraw-limit':
      return {
        title: `The amount is above the maximum of ${theService()}`,
        detail: meta('limit') ? `The maximum is ${money('limit')}.` : quoted,
        next: NEW_REQUEST,
      };
    case 'exceed-precision':
      return {
        title: 'The amount has more decimals than this asset allows',
        detail: quoted,
        next: 'Remove decimals and request it again.',
      };
    case 'unsupported-address':
      return {
        title: `${TheService()} does not send to this address`,
        detail: meta('reason') || quoted,
        next: 'Check the address and the network with the recipient, then request it again.',
      };
    case 'travel-rule-information-required':
      return explainTravelRule(problem.meta, quoted);
    case 'identity-verification-required':
      return {
        title: 'The identity for this withdrawal is not verified',
        detail: quoted,
        next: `Complete the verification with ${theService()}, then request it again.`,
      };
    case 'rejected':
      return {
        title: `${TheService()} declined this withdrawal`,
        detail: quoted,
        next: `Ask ${theService()} for the reason before you try again.`,
      };
    case 'not-found':
      return {
        title: `${TheService()} does not know the profile or the fee`,
        detail: quoted,
        next: 'Check the profile ID and the fee ID, then request it again.',
      };
    case 'insufficient-scope':
      return {
        title: 'This console is not allowed to create withdrawals',
        detail: quoted,
        next: 'Ask an administrator to check the scope of the console’s credentials.',
      };
    default:
      if (isExpiredFee(problem)) return explainExpiredFee(meta('expired_at'), quoted);
      return {
        title:
          problem.status === 403
            ? `${TheService()} did not allow this withdrawal`
            : `${TheService()} did not accept this withdrawal`,
        detail: quoted,
        next: NEW_REQUEST,
      };
  }
}

/**
 * Explains that an address has no saved travel-rule data: what is missing, for which address, network and identity
 * (docs/specification/service-facts.md#from-30-november-2026).
 */
function explainTravelRule(meta: ServiceProblem['meta'], quoted: string): Explanation {
  const [address, network, identity] = [meta.address, meta.crypto_network, meta.identity_id].map(readable);
  const place = network ? ` on ${networkLabel(network)}` : '';
  const owner = identity && identity !== NIL_UUID ? ` for the identity ${identity}` : '';
  return {
    title: `${TheService()} has no travel-rule data of this address`,
    detail: [address && `No data are saved of ${address}${place}${owner}.`, quoted].filter(Boolean).join(' '),
    next:
      `Save the travel-rule data of the address at ${theService()} and in the address book. Then two people can queue ` +
      'this withdrawal again, while its approvals count. A beneficiary in the request does not replace these data.',
  };
}

// The nil UUID means absent (docs/specification/service-facts.md#fields).
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Tells whether a refusal of no other type is for an expired fee quote. The documents name no type for that, only its
 * member (docs/specification/service-facts.md#errors).
 */
export function isExpiredFee({ type, meta }: Pick<ServiceProblem, 'type' | 'meta'>): boolean {
  return /(?:^|-)expired$/.test(type) || readable(meta.expired_at) !== '';
}

/** Explains that the quote of a guaranteed fee ended before the withdrawal arrived. */
function explainExpiredFee(expiredAt: string, quoted: string): Explanation {
  return {
    title: 'The fee quote expired; nothing was sent',
    detail: expiredAt ? `The fee was valid until ${expiredAt}.` : quoted,
    next: 'Request it again with a new fee ID, or without one to pay the fee of that moment.',
  };
}

/** Explains why a read from the service failed. */
export function explainReadFailure(failure: ServiceFailure): Explanation {
  switch (failure.kind) {
    case 'unreachable':
      return {
        title: `${TheService()} cannot be reached`,
        detail: 'The console could not connect.',
        next: TRY_AGAIN,
      };
    case 'timeout':
      return {
        title: `${TheService()} is not answering`,
        detail: 'The answer took too long.',
        next: TRY_AGAIN,
      };
    case 'no-turn':
      return {
        title: `The console could not ask ${theService()}`,
        detail: `Too many reads at once, or ${theService()} asked for a pause.`,
        next: TRY_AGAIN,
      };
    case 'unreadable':
      return {
        title: `The answer from ${theService()} could not be read`,
        detail: `Status ${failure.status}.`,
        next: 'Try again. If the problem stays, tell an administrator.',
      };
    case 'credential':
      return {
        title: `${TheService()} does not accept the console’s credentials`,
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
      title: `${TheService()} does not know this transfer`,
      detail: 'No transfer has this ID.',
      next: 'Check the transfer ID.',
    };
  if (problem.status === 429)
    return {
      title: `${TheService()} asked the console to slow down`,
      detail: 'Too many requests.',
      next: 'Try again in a few minutes. Your transfers are not affected.',
    };
  if (problem.status === 401 || problem.status === 403)
    return {
      title: `${TheService()} does not allow the console to read this`,
      detail: quoteProblem(problem),
      next: 'Tell an administrator: the credentials or their scope are wrong.',
    };
  if (problem.status >= 500)
    return {
      title: `${TheService()} had an error`,
      detail: `Status ${problem.status}.`,
      next: TRY_AGAIN,
    };
  return {
    title: `${TheService()} rejected the console’s request`,
    detail: quoteProblem(problem),
    next: 'If the problem stays, tell an administrator.',
  };
}

/** Quotes the service's own text, marked as such. */
export function quoteProblem({ status, title, detail }: ServiceProblem): string {
  const text = [title, detail].filter(Boolean).join(': ');
  return text ? `${TheService()} says: ${clip(text)}` : `${TheService()} gave no reason (status ${status}).`;
}

/** Gives a member of `meta` as a clipped text without hidden characters; empty where it is no text and no number. */
export function readable(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? clip(String(value)) : '';
}

function amountOf(value: unknown): string {
  return groupDigits(readable(value));
}

function clip(text: string): string {
  const safe = revealHiddenCharacters(text);
  return safe.length > 300 ? `${safe.slice(0, 300)}…` : safe;
}
