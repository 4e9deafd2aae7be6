import { formatCount } from '@/lib/text/locale';

/*
 * Rate limits: how many calls one person, and one address, may make. This module holds the numbers and the arithmetic;
 * lib/server/auth/rate-limits.ts counts the calls in PostgreSQL.
 *
 * The algorithm is the generic cell rate algorithm (GCRA). Each key, such as "read person <id>", has a single number,
 * `spentUntilS`: the time up to which its allowance is spent. A call moves that time forward by `intervalS`, and is
 * let through if the result lies at most `windowS` ahead of the clock:
 *
 * | spentUntilS             | the key is  | a call                                          |
 * | ----------------------- | ----------- | ----------------------------------------------- |
 * | in the past, or absent  | unused      | passes; a whole burst of calls may follow       |
 * | less than windowS ahead | partly used | passes while one more interval fits the window  |
 * | windowS ahead           | used up     | waits until one interval of the window has gone |
 *
 * Invariants:
 * - A burst on an unused key passes exactly windowS / intervalS calls; within any window pass at most twice as many.
 * - A refused charge spends nothing, so retrying early does not prolong the wait.
 * - A wait is exact up to rounding to whole seconds, unless another call of the key comes first.
 * - A call is charged to the person and to the address. The limit of an address is at least five times as generous,
 *   since a whole desk can share one.
 * - A call with a budget of its own (`own`) is charged to that alone, so that nobody else can use it up.
 * - A limit has one purpose: no call counts against the limit of another kind of call.
 */

/** A limit: the largest burst of calls; it refills evenly over `windowS` seconds. */
interface Limit {
  windowS: number;
  /** Number of calls of one person, over all their sessions. */
  person?: number;
  /**
   * Number of calls of one thing that only its holder can show, such as a signed cookie or link; instead of the
   * address.
   */
  own?: number;
  /**
   * Number of calls from one address. Everyone behind a proxy that CONSOLE_PROXY_HOPS does not count shares one
   * address.
   */
  address?: number;
  /**
   * Number of calls that a process counts in the database at once, for calls that are cheaper than counting each one.
   * Small against the limit, since a process that stops wastes the calls that it counted and did not use.
   */
  batchSize?: number;
}

/** The limits. Generous to people, who need seconds for what a program does in milliseconds. */
const LIMITS = {
  // A floor of a hundred people signs in within a minute of nine o'clock. A browser that had a session here counts by
  // itself (lib/server/sign-in/known-browser.ts).
  signInStart: { windowS: 60, own: 20, address: 120 },
  // By sign-in that was started: a browser returns once, and again where its page is reloaded.
  signInReturn: { windowS: 60, own: 4 },
  // By link, once its signature is verified.
  endDigests: { windowS: 60, own: 10 },
  // A provider that ends the sessions of a whole company.
  backChannelLogout: { windowS: 60, address: 1200 },
  // A directory that writes all its accounts again; of the holder of its token.
  directory: { windowS: 60, own: 1200 },
  // A clerk with forty payments on paper needs half a minute for the quickest of them; a batch counts once.
  submit: { windowS: 60, person: 120, address: 1200 },
  // Coming upon used references without seeing every profile: a person who mistypes does so a few times.
  takenReference: { windowS: 3600, person: 20, address: 200 },
  // An approver at the keyboard decides on forty requests in a minute.
  decide: { windowS: 60, person: 120, address: 1200 },
  // Stopping again replaces the reason that everybody reads, and voids a proposal to resume.
  stop: { windowS: 60, person: 6, address: 60 },
  // Each letter in the search box makes three calls; a list makes calls while paging and while it is open.
  read: { windowS: 60, person: 900, address: 9000, batchSize: 10 },
  // Rows of sheets: a thousand are checked in parts and again as a whole, and then edited.
  rows: { windowS: 60, person: 4000, address: 20000 },
  // Up to a thousand references each, some of which cause calls to the service.
  bulk: { windowS: 60, person: 60, address: 300 },
  // Up to 10 MB each, five under a request.
  upload: { windowS: 60, person: 30, address: 150 },
  download: { windowS: 60, person: 60, address: 300 },
  // Each calls the service, within the read budget that everybody shares.
  live: { windowS: 60, person: 60, address: 300 },
  // A whole table each; nobody needs the same export twice in a row.
  export: { windowS: 60, person: 20, address: 100 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** `wide` is for a desk of many hundreds or behind a single address, and for tests and benchmarks that simulate one. */
export const LIMIT_SCALES = ['normal', 'wide'] as const;
export type LimitScale = (typeof LIMIT_SCALES)[number];
const FACTORS: Record<LimitScale, number> = { normal: 1, wide: 20 };

/**
 * The cost of one call against one limit. `key` names the limit and the person, address or what has a budget of its
 * own, such as "read person 0b0b1c9e-...".
 */
export interface Charge {
  key: string;
  /** Seconds that one call adds to the time that is spent. */
  intervalS: number;
  /** Maximum seconds by which the spent time may lie ahead of the clock. */
  windowS: number;
  /** Number of calls that a process counts in the database at once. */
  batchSize: number;
}

/**
 * Computes the charges of a call: the one of what has a budget of its own, or else one for the person and one for the
 * address, as far as each is known and limited.
 */
export function computeCharges(
  name: LimitName,
  scale: LimitScale,
  { personId, address, own }: { personId: string | undefined; address: string | null; own?: string | undefined },
  /** For how many calls this one counts: the rows that it brings. */
  times = 1,
): Charge[] {
  const { windowS, batchSize = 1, ...calls }: Limit = LIMITS[name];
  const charge = (subject: string, maxCalls: number): Charge => ({
    key: `${name} ${subject}`,
    intervalS: (windowS * times) / (maxCalls * FACTORS[scale]),
    windowS,
    batchSize,
  });
  if (own !== undefined && calls.own !== undefined) return [charge(`own ${own}`, calls.own)];
  return [
    ...(personId !== undefined && calls.person !== undefined ? [charge(`person ${personId}`, calls.person)] : []),
    ...(address === null || calls.address === undefined
      ? []
      : [charge(`address ${networkOf(address)}`, calls.address)]),
  ];
}

// A call costs something by itself; and what is longer than a sheet may be is refused before it is read.
const [MIN_ROWS, MAX_ROWS] = [10, 1000];

/** Gives for how many calls one counts that brings a list, unchecked, against the limit of rows. */
export function countRows(list: unknown): number {
  return Math.max(MIN_ROWS, Math.min(Array.isArray(list) ? list.length : 0, MAX_ROWS));
}

/**
 * Returns the part of an address that identifies a network: an IPv4 address itself, or the /64 of an IPv6 address,
 * which one customer holds as a whole (RFC 6177; RFC 8981). Returns an IPv4-mapped address as IPv4, and any other text
 * in lower case. Example: "2001:db8::1" gives "2001:db8:0:0::/64".
 */
export function networkOf(address: string): string {
  const text = address.toLowerCase();
  const mapped = /^::ffff:([0-9.]+)$/.exec(text)?.[1];
  if (mapped !== undefined || !text.includes(':')) return mapped ?? text;
  const [head = '', tail] = text.replace(/%.*$/, '').split('::');
  const before = groupsOf(head);
  // A dotted IPv4 ending stands for two groups.
  const after = groupsOf(tail ?? '').flatMap((group) => (group.includes('.') ? [group, ''] : [group]));
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));

/**
 * Spends one call by the generic cell rate algorithm. Returns the new end of the spent time, or the seconds to wait if
 * the call exceeds the limit. Times are seconds of one clock.
 */
export function spend(
  { intervalS, windowS }: Pick<Charge, 'intervalS' | 'windowS'>,
  spentUntilS: number,
  nowS: number,
): { spentUntilS: number } | { waitS: number } {
  const next = Math.max(spentUntilS, nowS) + intervalS;
  return next <= nowS + windowS ? { spentUntilS: next } : { waitS: next - windowS - nowS };
}

/** Formats a wait, such as "20 seconds". */
export function formatWait(seconds: number): string {
  return seconds === 1 ? 'one second' : `${formatCount(seconds)} seconds`;
}
