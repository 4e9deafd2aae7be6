import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Seeded } from '@/scripts/testing/seeded';
import type { RequestedBy, People } from '@/e2e/soak/faults/people';
import type { Fault } from '@/e2e/soak/faults/plan';
import type { Stage } from '@/e2e/soak/faults/stage';
import { Telling } from '@/e2e/soak/faults/telling';

export interface FaultReport {
  name: string;
  withdrawals: number;
  doubles: string[];
  lost: string[];
  told: string[];
  /** The longest that anybody waited for an answer. */
  longestMs: number;
  /** From the end of the fault until everything went again; null where it did not. */
  recoveredMs: number | null;
  /** All of it, with what was done again afterwards. */
  tookMs: number;
  wrong: string[];
}

export interface Extent {
  isShort: boolean;
  /** Approved just as the fault begins. */
  inFlight: number;
  /** Asked for while it lasts. */
  mostAsked: number;
}

// What the product promises (recovery without a restart), and when a run gives up.
const RECOVERY_LIMIT_MS = 30_000;
const PATIENCE_MS = 90_000;
const SETTLE_LIMIT_MS = 120_000;
const LONGEST_LEAD_MS = 250;

/** Lets one fault strike while withdrawals are approved, and counts afterwards what became of all of them. */
export async function runFault(
  stage: Stage,
  people: People,
  fault: Fault,
  extent: Extent,
  random: Seeded,
): Promise<FaultReport> {
  const startedAt = performance.now();
  const telling = new Telling();
  people.telling = telling;
  await stage.pool.query('update sessions set authenticated_at = now(), seen_at = now()');
  const TIMEOUTS = AbortSignal.timeout(PATIENCE_MS + fault.holdMs.long);
  setMaxListeners(0, TIMEOUTS);
  const asked: RequestedBy[] = Array.from({ length: extent.inFlight }, () => people.fillIn());
  await Promise.all(asked.map((form) => people.submit(form, TIMEOUTS)));

  const over = new AbortController();
  const approved = Promise.all(asked.map((form) => people.approve(form, TIMEOUTS)));
  approved.catch(() => undefined);
  await delay(random.whole(0, LONGEST_LEAD_MS));
  const meanwhile = keepWorking(people, over.signal, extent.mostAsked);
  await fault.begin(stage);
  const [looked] = await Promise.all([
    fault.look?.(stage, people) ?? [],
    delay(extent.isShort ? fault.holdMs.short : fault.holdMs.long),
  ]);
  await fault.end(stage);
  const endedAt = performance.now();
  over.abort();

  const forms = await meanwhile;
  const probe = people.fillIn();
  const isRecovered = await recover(stage, people, probe, TIMEOUTS);
  const recoveredMs = isRecovered ? performance.now() - endedAt : null;
  asked.push(probe, ...forms);
  // Nobody gives up: what was not answered during the fault is done again, with the same form.
  await Promise.all(
    forms.map((form) => people.submit(form, TIMEOUTS).then(() => people.approve(form, TIMEOUTS))),
  ).catch(() => undefined);
  await approved.catch(() => undefined);
  const settled = await settle(stage, asked);
  return {
    name: fault.name,
    withdrawals: asked.length,
    ...settled,
    told: telling.lines(),
    longestMs: telling.longestMs,
    recoveredMs,
    tookMs: performance.now() - startedAt,
    wrong: [
      ...looked,
      ...telling.wrong,
      ...(recoveredMs === null || recoveredMs > RECOVERY_LIMIT_MS
        ? [`it took ${recoveredMs === null ? 'too long' : `${Math.round(recoveredMs)} ms`} to recover`]
        : []),
    ],
  };
}

const PAUSE_MS = 150;

/** What people do all day: they read lists, look at transfers, and ask for withdrawals. Gives what they asked for. */
async function keepWorking(people: People, over: AbortSignal, most: number): Promise<RequestedBy[]> {
  const { finance, support, stage } = people;
  const forms: RequestedBy[] = [];
  const pause = () => delay(PAUSE_MS, undefined, { signal: over }).catch(() => undefined);
  const [known] = (
    await stage.pool
      .query<{ id: string }>(`select transfer_id as id from sends where transfer_id is not null limit 1`)
      .catch(() => ({ rows: [] }))
  ).rows;
  const read = async () => {
    while (!over.aborted) {
      await people.telling.of('list', () => support.ask('/api/transfers?limit=20'));
      await people.telling.of('page', () => finance.ask('/withdrawals'));
      if (known) await people.telling.of('transfer', () => support.ask(`/api/transfers/${known.id}`));
      await pause();
    }
  };
  const ask = async () => {
    while (!over.aborted && forms.length < most) {
      const form = people.fillIn();
      forms.push(form);
      while (!(await people.trySubmit(form)) && !over.aborted) await pause();
      await pause();
    }
  };
  await Promise.all([read(), ask()]);
  return forms;
}

/** Until both are ready, a list can be read, and a new withdrawal goes through. */
async function recover(stage: Stage, people: People, probe: RequestedBy, TIMEOUTS: AbortSignal): Promise<boolean> {
  try {
    for (const index of [0, 1])
      await until(
        async () =>
          (await fetch(`${stage.consoleUrl(index)}/api/health/ready`, { signal: AbortSignal.timeout(5_000) })).ok,
        TIMEOUTS,
      );
    await until(async () => (await people.support.ask('/api/transfers?limit=20')).status === 200, TIMEOUTS);
    await people.submit(probe, TIMEOUTS);
    await people.approve(probe, TIMEOUTS);
    await until(async () => (await readOutcomes(stage, [probe])).every(({ state }) => state === 'SENT'), TIMEOUTS);
    return true;
  } catch {
    return false;
  }
}

async function until(isSo: () => Promise<boolean>, TIMEOUTS: AbortSignal): Promise<void> {
  while (!(await isSo().catch(() => false))) await delay(100, undefined, { signal: TIMEOUTS });
}

interface Outcome {
  refId: string;
  state: string | null;
  sendState: string | null;
  transferId: string | null;
}

async function readOutcomes(stage: Stage, asked: readonly RequestedBy[]): Promise<Outcome[]> {
  const { rows } = await stage.pool.query<Outcome>(
    `select given.ref_id as "refId", requests.state, sends.state as "sendState", sends.transfer_id as "transferId"
     from unnest($1::text[]) as given(ref_id) left join withdrawal_requests requests on requests.ref_id = given.ref_id
     left join sends on sends.request_id = requests.id`,
    [asked.map(({ refId }) => refId)],
  );
  return rows;
}

/** Waits until all of them have come to their end, then counts what the service has. */
async function settle(stage: Stage, asked: readonly RequestedBy[]): Promise<Pick<FaultReport, 'doubles' | 'lost'>> {
  await until(
    async () => (await readOutcomes(stage, asked)).every(({ state }) => state === 'SENT'),
    AbortSignal.timeout(SETTLE_LIMIT_MS),
  ).catch(() => undefined);
  const doubles: string[] = [];
  const lost: string[] = [];
  for (const { refId, state, sendState, transferId } of await readOutcomes(stage, asked)) {
    const { count, items } = await stage.service.transfersByRef(refId);
    if (count > 1) doubles.push(`${refId} was sent ${count} times`);
    const isKnown = sendState === 'ACCEPTED' && items.some(({ id }) => id === transferId);
    if (count === 0 || !isKnown || state !== 'SENT')
      lost.push(`${refId} is ${state ?? 'not there'} and ${sendState ?? 'was not sent'}; the service has ${count}`);
  }
  return { doubles, lost };
}
