import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Seeded } from '@/scripts/testing/seeded';
import type { RequestedForm, People } from '@/e2e/soak/faults/people';
import type { Fault } from '@/e2e/soak/faults/plan';
import type { TestSystem } from '@/e2e/soak/faults/test-system';
import { AnswerLog } from '@/e2e/soak/faults/answer-log';

export interface FaultReport {
  name: string;
  withdrawals: number;
  duplicates: string[];
  lost: string[];
  /** Messages that people got instead of an answer. */
  messages: string[];
  /** Longest wait of a person for an answer. */
  longestMs: number;
  /** From the end of the fault until everything worked again; null if it never did. */
  recoveredMs: number | null;
  /** Duration of the run, with the repeated steps. */
  tookMs: number;
  problems: string[];
}

export interface Extent {
  isShort: boolean;
  /** Requests that are approved just as the fault begins. */
  inFlight: number;
  /** Maximum number of requests during the fault. */
  maxRequests: number;
}

// The product's promise of recovery without a restart, and the time after which a run gives up.
const RECOVERY_LIMIT_MS = 30_000;
const GIVE_UP_MS = 90_000;
const SETTLE_LIMIT_MS = 120_000;
const MAX_LEAD_MS = 250;

/** Runs one fault while withdrawals are approved, then counts the transfers of each one. */
export async function runFault(
  fault: Fault,
  { system, people, extent, random }: { system: TestSystem; people: People; extent: Extent; random: Seeded },
): Promise<FaultReport> {
  const startedAt = performance.now();
  const answerLog = new AnswerLog();
  people.answerLog = answerLog;
  await system.pool.query('update sessions set authenticated_at = now(), seen_at = now()');
  const deadline = AbortSignal.timeout(GIVE_UP_MS + fault.holdMs.long);
  setMaxListeners(0, deadline);
  const submitted: RequestedForm[] = Array.from({ length: extent.inFlight }, () => people.fillIn());
  await Promise.all(submitted.map((form) => people.submit(form, deadline)));

  const ended = new AbortController();
  const approved = Promise.all(submitted.map((form) => people.approve(form, deadline)));
  approved.catch(() => undefined);
  await delay(random.whole(0, MAX_LEAD_MS));
  const meanwhile = simulateWork(people, ended.signal, extent.maxRequests);
  await fault.begin(system);
  const [checked] = await Promise.all([
    fault.check?.(system, people) ?? [],
    delay(extent.isShort ? fault.holdMs.short : fault.holdMs.long),
  ]);
  await fault.end(system);
  const endedAt = performance.now();
  ended.abort();

  const forms = await meanwhile;
  const probe = people.fillIn();
  const isRecovered = await recover(people, probe, deadline);
  const recoveredMs = isRecovered ? performance.now() - endedAt : null;
  submitted.push(probe, ...forms);
  // Nobody gives up: people repeat the steps that got no answer, with the same form.
  await Promise.all(
    forms.map((form) => people.submit(form, deadline).then(() => people.approve(form, deadline))),
  ).catch(() => undefined);
  await approved.catch(() => undefined);
  const settled = await settle(system, submitted);
  return {
    name: fault.name,
    withdrawals: submitted.length,
    ...settled,
    messages: answerLog.lines(),
    longestMs: answerLog.longestMs,
    recoveredMs,
    tookMs: performance.now() - startedAt,
    problems: [
      ...checked,
      ...answerLog.problems,
      ...(recoveredMs === null || recoveredMs > RECOVERY_LIMIT_MS
        ? [`it took ${recoveredMs === null ? 'too long' : `${Math.round(recoveredMs)} ms`} to recover`]
        : []),
    ],
  };
}

const PAUSE_MS = 150;

/**
 * Simulates the daily work of people: reading lists, viewing transfers and requesting withdrawals. Returns the
 * submitted forms.
 */
async function simulateWork(people: People, ended: AbortSignal, maxRequests: number): Promise<RequestedForm[]> {
  const { finance, support, system } = people;
  const forms: RequestedForm[] = [];
  const pause = () => delay(PAUSE_MS, undefined, { signal: ended }).catch(() => undefined);
  const [known] = (
    await system.pool
      .query<{ id: string }>(`select transfer_id as id from sends where transfer_id is not null limit 1`)
      .catch(() => ({ rows: [] }))
  ).rows;
  const read = async () => {
    while (!ended.aborted) {
      await people.answerLog.of('list', () => support.ask('/api/transfers?limit=20'));
      await people.answerLog.of('page', () => finance.ask('/withdrawals'));
      if (known) await people.answerLog.of('transfer', () => support.ask(`/api/transfers/${known.id}`));
      await pause();
    }
  };
  const submit = async () => {
    while (!ended.aborted && forms.length < maxRequests) {
      const form = people.fillIn();
      forms.push(form);
      while (!(await people.trySubmit(form)) && !ended.aborted) await pause();
      await pause();
    }
  };
  await Promise.all([read(), submit()]);
  return forms;
}

/**
 * Waits until both consoles are ready, a list can be read, and a new withdrawal succeeds. Returns false at the
 * deadline.
 */
async function recover(people: People, probe: RequestedForm, deadline: AbortSignal): Promise<boolean> {
  const { system } = people;
  try {
    for (const index of [0, 1])
      await waitUntil(
        async () =>
          (await fetch(`${system.consoleUrl(index)}/api/health/ready`, { signal: AbortSignal.timeout(5_000) })).ok,
        deadline,
      );
    await waitUntil(async () => (await people.support.ask('/api/transfers?limit=20')).status === 200, deadline);
    await people.submit(probe, deadline);
    await people.approve(probe, deadline);
    await waitUntil(async () => (await readOutcomes(system, [probe])).every(({ state }) => state === 'SENT'), deadline);
    return true;
  } catch {
    return false;
  }
}

async function waitUntil(isReached: () => Promise<boolean>, deadline: AbortSignal): Promise<void> {
  while (!(await isReached().catch(() => false))) await delay(100, undefined, { signal: deadline });
}

interface Outcome {
  refId: string;
  state: string | null;
  sendState: string | null;
  transferId: string | null;
}

async function readOutcomes(system: TestSystem, forms: readonly RequestedForm[]): Promise<Outcome[]> {
  const { rows } = await system.pool.query<Outcome>(
    `select given.ref_id as "refId", requests.state, sends.state as "sendState", sends.transfer_id as "transferId"
     from unnest($1::text[]) as given(ref_id) left join withdrawal_requests requests on requests.ref_id = given.ref_id
     left join sends on sends.request_id = requests.id`,
    [forms.map(({ refId }) => refId)],
  );
  return rows;
}

/** Waits until every withdrawal is finished, then counts the transfers of the service. */
async function settle(
  system: TestSystem,
  forms: readonly RequestedForm[],
): Promise<Pick<FaultReport, 'duplicates' | 'lost'>> {
  await waitUntil(
    async () => (await readOutcomes(system, forms)).every(({ state }) => state === 'SENT'),
    AbortSignal.timeout(SETTLE_LIMIT_MS),
  ).catch(() => undefined);
  const duplicates: string[] = [];
  const lost: string[] = [];
  for (const { refId, state, sendState, transferId } of await readOutcomes(system, forms)) {
    const { count, items } = await system.service.transfersByRef(refId);
    if (count > 1) duplicates.push(`${refId} was sent ${count} times`);
    const isKnown = sendState === 'ACCEPTED' && items.some(({ id }) => id === transferId);
    if (count === 0 || !isKnown || state !== 'SENT')
      lost.push(`${refId} is ${state ?? 'missing'} and ${sendState ?? 'was not sent'}; the service has ${count}`);
  }
  return { duplicates, lost };
}
