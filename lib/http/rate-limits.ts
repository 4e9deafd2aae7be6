/** How many calls there may be at once; each gives way again after its share of `perS` seconds. */
interface Limit {
  perS: number;
  /** Of one person, in all their sessions. */
  person?: number;
  /** From one address. Behind a proxy that is not counted (CONSOLE_PROXY_HOPS) everybody comes from one. */
  address: number;
  /** How many calls a process counts at once, where counting each would cost more than what it limits; so few that they hardly matter. */
  ahead?: number;
}

/** How often something may be done. Generous to people, who need seconds for what a program does in none. */
const NORMAL = {
  // Two calls each: the way to the provider and the way back. A floor of a hundred people comes within a minute of nine o'clock.
  signIn: { perS: 60, address: 240 },
  // A clerk with forty items on paper needs half a minute for the quickest of them; a batch is one.
  submit: { perS: 60, person: 120, address: 1200 },
  // By keyboard an approver decides on forty in a minute.
  decide: { perS: 60, person: 120, address: 1200 },
  // Each letter in the search box asks three times, a list asks while it is paged through and while it stands open.
  read: { perS: 60, person: 900, address: 9000, ahead: 10 },
  // A thousand terms or rows each, and some of them ask the service.
  bulk: { perS: 60, person: 60, address: 300 },
  // A whole table each; nobody needs the same twice in a row.
  export: { perS: 60, person: 20, address: 100 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof NORMAL;

/** `wide` is for a desk of many hundreds or one behind a single address, and for tests and benchmarks that play one. */
export const LIMIT_SCALES = ['normal', 'wide'] as const;
export type LimitScale = (typeof LIMIT_SCALES)[number];
const FACTORS: Record<LimitScale, number> = { normal: 1, wide: 20 };

/** What one call uses up of a limit. `subject`: whose calls are counted together. */
export interface Charge {
  key: string;
  /** For how long one call counts. */
  stepS: number;
  /** How much of that may lie ahead. */
  spanS: number;
  /** How many calls a process counts at once. */
  ahead: number;
}

/** What a call of somebody from somewhere is counted as. Nothing where neither is known. */
export function chargesFor(
  name: LimitName,
  scale: LimitScale,
  { personId, address }: { personId: string | undefined; address: string | null },
): Charge[] {
  const { perS: spanS, ahead = 1, ...calls }: Limit = NORMAL[name];
  const charge = (subject: string, most: number): Charge => ({
    key: `${name} ${subject}`,
    stepS: spanS / (most * FACTORS[scale]),
    spanS,
    ahead,
  });
  return [
    ...(personId !== undefined && calls.person !== undefined ? [charge(`person ${personId}`, calls.person)] : []),
    ...(address === null ? [] : [charge(`address ${networkOf(address)}`, calls.address)]),
  ];
}

/**
 * Whose an address is: it alone, or the /64 that an address of IPv6 is in, which one customer has as a whole and every
 * machine in it may call from any of (RFC 6177; RFC 8981). What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const text = address.toLowerCase();
  const mapped = /^::ffff:([0-9.]+)$/.exec(text)?.[1];
  if (mapped !== undefined || !text.includes(':')) return mapped ?? text;
  const [head = '', tail] = text.replace(/%.*$/, '').split('::');
  const before = groupsOf(head);
  // A dotted end stands for two groups.
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
 * One more call against a charge, by the generic cell rate algorithm: until when what was done counts afterwards, or for
 * how long the call must wait. Times are seconds of one clock.
 */
export function spend(
  { stepS, spanS }: Pick<Charge, 'stepS' | 'spanS'>,
  spentUntilS: number,
  nowS: number,
): { spentUntilS: number } | { waitS: number } {
  const next = Math.max(spentUntilS, nowS) + stepS;
  return next <= nowS + spanS ? { spentUntilS: next } : { waitS: next - spanS - nowS };
}

/** Describes a wait in words, such as “20 seconds”. */
export function describeWait(seconds: number): string {
  return seconds === 1 ? 'one second' : `${seconds.toLocaleString('en-GB')} seconds`;
}
