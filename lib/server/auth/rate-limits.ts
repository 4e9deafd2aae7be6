import 'server-only';
import { sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { type Charge, chargesFor, type LimitName, networkOf, spend } from '@/lib/http/rate-limits';
import { countRefusedByLimit } from '@/lib/server/observability/counters';
import { database } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import type { Origin } from '@/lib/server/auth/request-origin';
import { recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

// More keys than any desk has; a flood from ever new addresses ends here instead of in memory.
const MOST_KEPT = 10_000;
const COMPLAIN_EVERY_S = 60;

/** What this process keeps by itself, by key, in seconds of its own clock. */
const kept = () =>
  singleton('people.limits', () => ({
    /** Until when a key is refused without asking the database, so that a flood of calls is none of writes. */
    refusedUntil: new Map<string, number>(),
    /** How many calls are counted already that have not come. */
    ahead: new Map<string, number>(),
    /** Where the database takes no count: what was done here alone. */
    spentUntil: new Map<string, number>(),
    complainedAt: -Infinity,
  }));

/**
 * Counts one more call of a person or from an address, over all processes and by the database's clock. Undefined where it
 * may go on, otherwise in how many whole seconds it may be tried again. Where the database cannot count, each process
 * counts by itself: that neither lets everything through nor keeps anybody from reading.
 */
export async function countCall(name: LimitName, caller: Caller): Promise<number | undefined> {
  const charges = chargesFor(name, settings().CONSOLE_LIMITS, {
    personId: caller.person?.id,
    address: caller.origin?.address ?? null,
  });
  const remembered = refusedFor(charges);
  const waitS = remembered ?? (await take(charges));
  if (waitS === undefined) return undefined;
  countRefusedByLimit(name);
  if (remembered === undefined) await writeDown(name, caller);
  return Math.max(1, Math.ceil(waitS));
}

/** Whose call it is, where somebody is signed in, and from where. */
interface Caller {
  person?: { id: string; name: string };
  origin: Origin | null;
}

async function writeDown(limit: LimitName, { person, origin }: Caller): Promise<void> {
  const entry: AuditEntry = person
    ? {
        action: 'access.limited',
        actor: { id: person.id, name: person.name },
        subject: `person:${person.id}`,
        origin,
        after: { limit },
      }
    : {
        action: 'session.refused',
        actor: null,
        subject: 'sign-in',
        origin,
        after: { limit },
        reason: 'Too many came from this address.',
      };
  // Refused all the same where it cannot be written down.
  await recordDeniedAttempt(`limit ${limit} ${person?.id ?? networkOf(origin?.address ?? '')}`, entry).catch(complain);
}

async function take(charges: readonly Charge[]): Promise<number | undefined> {
  const due = charges.filter(({ key }) => !takeAhead(key));
  if (due.length === 0) return undefined;
  let refused: readonly Refused[];
  try {
    refused = await takeSeveral(due);
  } catch (error) {
    complain(error);
    refused = takeHere(due);
  }
  const now = nowS();
  for (const { key, waitS } of refused) keep(kept().refusedUntil, key, now + waitS);
  return refused.length > 0 ? Math.max(...refused.map(({ waitS }) => waitS)) : undefined;
}

/** Whether this call was counted with an earlier one. */
function takeAhead(key: string): boolean {
  const left = kept().ahead.get(key) ?? 0;
  if (left > 1) kept().ahead.set(key, left - 1);
  else kept().ahead.delete(key);
  return left > 0;
}

/** Counts this call and those that are counted with it; it alone where there is no room for them. */
async function takeSeveral(charges: readonly Charge[]): Promise<readonly Refused[]> {
  const several = charges.filter(({ ahead }) => ahead > 1);
  const crowded =
    several.length > 0
      ? await takeShared(several.map((charge) => ({ ...charge, stepS: charge.stepS * charge.ahead })))
      : [];
  const isCrowded = ({ key }: Charge) => crowded.some((refused) => refused.key === key);
  for (const charge of several)
    if (!isCrowded(charge)) keep(kept().ahead, charge.key, (kept().ahead.get(charge.key) ?? 0) + charge.ahead - 1);
  const alone = charges.filter((charge) => charge.ahead === 1 || isCrowded(charge));
  return alone.length > 0 ? takeShared(alone) : [];
}

interface Refused {
  key: string;
  waitS: number;
}

/** `spend` of lib/http/rate-limits in one statement for all charges, in the order of their keys, so that two never wait for each other. */
async function takeShared(charges: readonly Charge[]): Promise<Refused[]> {
  const given = sql.join(
    charges.map(
      ({ key, stepS, spanS }) =>
        sql`(${key}::text, make_interval(secs => ${stepS}::float8), make_interval(secs => ${spanS}::float8))`,
    ),
    sql`, `,
  );
  const { rows } = await database().execute<{ key: string; waitS: number }>(sql`
    with charges (key, step, span) as (values ${given}),
    taken as (
      insert into rate_limits as kept (key, spent_until)
      select key, now() + step from charges order by key
      on conflict (key) do update set spent_until = greatest(kept.spent_until, now()) + (excluded.spent_until - now())
      where greatest(kept.spent_until, now()) + (excluded.spent_until - now()) <= now() + (select span from charges where charges.key = kept.key)
      returning key
    )
    select key, coalesce(extract(epoch from kept.spent_until + step - span - now()), 1)::float8 as "waitS"
    from charges left join rate_limits kept using (key)
    where key not in (select key from taken)`);
  return rows;
}

function takeHere(charges: readonly Charge[]): Refused[] {
  const { spentUntil } = kept();
  return charges.flatMap((charge) => {
    const outcome = spend(charge, spentUntil.get(charge.key) ?? 0, nowS());
    if ('waitS' in outcome) return [{ key: charge.key, waitS: outcome.waitS }];
    keep(spentUntil, charge.key, outcome.spentUntilS);
    return [];
  });
}

function refusedFor(charges: readonly Charge[]): number | undefined {
  const waits = charges.map(({ key }) => (kept().refusedUntil.get(key) ?? 0) - nowS());
  const longest = Math.max(0, ...waits);
  return longest > 0 ? longest : undefined;
}

function keep(times: Map<string, number>, key: string, untilS: number): void {
  if (times.size >= MOST_KEPT) for (const [old, until] of times) if (until <= nowS()) times.delete(old);
  if (times.size >= MOST_KEPT) times.clear();
  times.set(key, untilS);
}

function complain(error: unknown): void {
  const state = kept();
  if (nowS() - state.complainedAt < COMPLAIN_EVERY_S) return;
  state.complainedAt = nowS();
  log.error({ err: error }, 'the database takes no count of calls or of refusals: each process counts by itself');
}

// Never goes back, whatever becomes of the clock on the wall.
function nowS(): number {
  return performance.now() / 1000;
}
