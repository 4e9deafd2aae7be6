import { routes } from '@/lib/http/routes';
import type { Coverage } from '@/lib/mirror/coverage';
import type { HasteCount } from '@/lib/requests/haste';
import type { SendingState } from '@/lib/sends/contract';
import type { UnknownSend } from '@/lib/server/sends/overview';
import { joinList } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';
import { TheService } from '@/lib/text/service-name';

/** What an administrator must know before anything else; `null` where it could not be read. */
export interface AlarmFacts {
  sending: SendingState;
  /** True where signatures are required and there is no key list that verifies. */
  isInSetUpMode: boolean;
  /** Withdrawals with an unknown outcome or on hold, oldest first, and whether there are more. */
  unresolved: { requests: readonly Pick<UnknownSend, 'refId' | 'state' | 'since'>[]; hasMore: boolean } | null;
  /** The number of transfers that no request explains, and whether there are more. */
  unexplained: { count: number; hasMore: boolean };
  coverage: Coverage;
  haste: readonly HasteCount[] | null;
}

/** An alarm: what it is, what follows from it, since when, and the page where something is done about it. */
export interface HomeAlarm {
  title: string;
  detail: string;
  since?: string;
  href: string;
  action: string;
}

/** The age at which a complete copy of the transfers counts as late. */
const LATE_MS = 10 * 60_000;
/** For how long a hasty decision is an alarm; the page Status counts those of 30 days. */
const HASTE_MS = 86_400_000;
const MAX_NAMED = 3;

/** Lists the alarms, the most urgent first. */
export function listAlarms(facts: AlarmFacts): HomeAlarm[] {
  return [
    setUpAlarm(facts.isInSetUpMode),
    stopAlarm(facts.sending),
    unresolvedAlarm(facts.unresolved),
    unexplainedAlarm(facts.unexplained),
    syncAlarm(facts.coverage),
    hasteAlarm(facts.haste, facts.coverage.answeredAt),
  ].filter((alarm) => alarm !== undefined);
}

function setUpAlarm(isInSetUpMode: boolean): HomeAlarm | undefined {
  if (!isInSetUpMode) return undefined;
  return {
    title: 'The key list is not set up, or does not verify',
    detail:
      'Nothing is requested, approved or sent until two administrators have set it up under Account. If it was set up ' +
      'before, the log says what does not verify.',
    href: routes.account,
    action: 'Open Account',
  };
}

function stopAlarm({ isStopped, reason, by, since }: SendingState): HomeAlarm | undefined {
  if (!isStopped) return undefined;
  return {
    title: 'Sending is stopped',
    detail: `Stopped by ${by ?? 'the console'}: “${reason}” Approved withdrawals wait, and nothing is sent.`,
    since,
    href: routes.status,
    action: 'Open Status',
  };
}

function unresolvedAlarm(unresolved: AlarmFacts['unresolved']): HomeAlarm | undefined {
  if (unresolved === null) return unreadable('withdrawals with an unknown outcome');
  const { requests, hasMore } = unresolved;
  const [oldest] = requests;
  if (oldest === undefined) return undefined;
  return {
    title: `${describeUnresolved(requests)}: ${countOf(requests.length, hasMore, 'withdrawal')}`,
    detail: `${nameSome(requests.map(({ refId }) => refId))} Open each, and propose how to resolve the withdrawal.`,
    since: oldest.since,
    href: routes.withdrawalsIn('unknown'),
    action: 'Open the withdrawals',
  };
}

/** Says whether the outcome of sends is unknown, they are on hold, or there are both. */
export function describeUnresolved(sends: readonly Pick<UnknownSend, 'state'>[]): string {
  const hasHold = sends.some(({ state }) => state === 'HOLD');
  if (!hasHold) return 'Outcome unknown';
  return sends.every(({ state }) => state === 'HOLD') ? 'On hold' : 'Outcome unknown or on hold';
}

function unexplainedAlarm({ count, hasMore }: AlarmFacts['unexplained']): HomeAlarm | undefined {
  if (count === 0) return undefined;
  return {
    title: `${countOf(count, hasMore, 'transfer')} not explained by any request`,
    detail: 'Find out who sent the money. Two administrators can mark a transfer as known.',
    href: routes.status,
    action: 'Open Status',
  };
}

function syncAlarm({ staleSince, error, asOf, answeredAt }: Coverage): HomeAlarm | undefined {
  const isLate = asOf !== null && Date.parse(answeredAt) - Date.parse(asOf) > LATE_MS;
  if (staleSince === null && error === null && !isLate) return undefined;
  const since = staleSince ?? asOf;
  return {
    title: staleSince === null ? 'Transfer sync is late' : `${TheService()} is unavailable`,
    detail: `${error === null ? '' : `${error.replace(/\.?$/, '.')} `}Searches and lists may lack the newest transfers.`,
    ...(since !== null && { since }),
    href: routes.status,
    action: 'Open Status',
  };
}

function hasteAlarm(haste: AlarmFacts['haste'], now: string): HomeAlarm | undefined {
  if (haste === null) return unreadable('hasty decisions');
  const recent = haste.filter(({ lastAt }) => Date.parse(now) - Date.parse(lastAt) < HASTE_MS);
  if (recent.length === 0) return undefined;
  return {
    title: 'Hasty decisions in the last 24 hours',
    detail: `By ${nameSome(recent.map(({ name }) => name))}`,
    href: routes.status,
    action: 'Open Status',
  };
}

function unreadable(what: string): HomeAlarm {
  return {
    title: `Not known: ${what}`,
    detail: 'The console could not read them. Reload the page.',
    href: routes.status,
    action: 'Open Status',
  };
}

function countOf(count: number, hasMore: boolean, noun: string): string {
  return `${formatCount(count)}${hasMore ? '+' : ''} ${noun}${count === 1 && !hasMore ? '' : 's'}`;
}

/** Names the first three and counts the others: "A, B, C and 4 more." */
function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED);
  const hidden = names.length - shown.length;
  return `${joinList(hidden > 0 ? [...shown, `${hidden} more`] : shown, 'and')}.`;
}
