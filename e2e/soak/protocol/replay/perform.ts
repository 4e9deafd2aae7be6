/** Makes the moves of a trace happen in the product. */
import type { Step } from '@/e2e/soak/protocol/search';
import type { World } from '@/e2e/soak/protocol/world';
import type { Gate, Held } from '@/e2e/soak/protocol/replay/gate';
import { type MemberName, type Product, TICK_MS } from '@/e2e/soak/protocol/replay/product';

/** A replay under way. */
export interface Stage {
  product: Product;
  request: { id: string; refId: string; bodySha256: string };
  proposalId?: string;
}

/** A move that happens: the world before it by the product's rules, and the moves of the trace after it. */
interface Happening {
  stage: Stage;
  step: Step;
  world: World;
  later: readonly Step[];
}
type Action = (happening: Happening, found: readonly string[]) => Promise<unknown>;

/** Makes a move happen. Throws where the replay cannot do it. */
export async function perform(happening: Happening): Promise<void> {
  const { by, does } = happening.step;
  for (const [pattern, action] of ACTIONS) {
    const found = pattern.exec(`${by} ${does}`);
    if (!found) continue;
    await action(happening, found);
    return;
  }
  throw new Error(`this move cannot be replayed: ${by} ${does}`);
}

const claim: Action = async ({ stage: { product }, step }) => {
  await product.query(`update sends set next_at = now() where state = 'QUEUED'`);
  const isUnreadable = step.does.endsWith('mirror unreadable');
  if (isUnreadable) await product.query('alter table mirror_transfers rename to mirror_unreadable');
  await product.ask(step.by as MemberName, { do: 'send', pauseAt: ['CP2', 'CP4'] });
  if (isUnreadable) await product.query('alter table mirror_unreadable rename to mirror_transfers');
};

/** Lets a sender go on from its claim. It posts, or records that it did not. */
const post: Action = async ({ stage: { product }, step }) => {
  const name = step.by as MemberName;
  const left = (await product.gateOf(name)).arrival();
  const went = await Promise.race([left, product.goOn(name)]);
  if (went) await finish(product, name);
};

/** Lets a member go on from each crash point at which it waits. */
export async function finish(product: Product, name: MemberName): Promise<void> {
  const member = await product.member(name);
  while (member.waitsAt) await product.goOn(name);
}

const isOnItsWay = ({ answer, isOver }: Held) => !answer && !isOver;

const FAULTS: Record<string, object> = {
  throttled: { kind: 'throttle', retry_after: 0 },
  refused: { kind: 'error', status: 422 },
  'lacks-data': { kind: 'error', status: 403, type: 'travel-rule-information-required' },
  differs: { kind: 'wrong-amount' },
};

/** The service answers. The sender then waits with the answer, unless the trace says that it gets none. */
const answer: Action = async ({ stage: { product, request }, world, later }, [, answered = '']) => {
  const name = `sender ${world.senders.findIndex((sender) => sender?.stage === 'waiting') + 1}` as const;
  const held = (await product.gateOf(name)).creates.findLast(isOnItsWay);
  if (!held) throw new Error(`no request of ${name} is on its way`);
  const fault = FAULTS[answered];
  if (fault) await product.sandbox.addFault({ on: 'create', times: 1, match: { ref_id: request.refId }, ...fault });
  await held.carryOut();
  const next = later.find(({ by }) => by === name)?.does ?? '';
  if (/: (lost|broken)/.test(next)) return;
  held.deliver();
  await (await product.member(name)).listen();
};

/** Lets a sender record what it saw: nothing left, the answer that it has, or none. */
const record: Action = async ({ stage: { product }, step }, [, seen]) => {
  const name = step.by as MemberName;
  const member = await product.member(name);
  if (!member.waitsAt) {
    const held = (await product.gateOf(name)).creates.at(-1);
    if (seen === 'lost') held?.cut();
    else if (seen === 'broken') held?.breakOff();
    else held?.deliver();
    await member.listen();
  }
  await finish(product, name);
};

/** Kills a member: a sender that has its answer inside the transaction that records it, any other where it is. */
const kill: Action = async ({ stage: { product }, step }) => {
  const name = step.by as MemberName;
  const { waitsAt } = await product.member(name);
  if (waitsAt === 'CP4') await product.goOn(name, 'CP5');
  await product.kill(name);
};

/** Gives the requests that senders wait for no more, the oldest first. */
async function listLate({ stage: { product }, world }: Happening): Promise<Held[]> {
  const waiting = new Set<Held>();
  for (const [index, sender] of world.senders.entries()) {
    const held = (await product.gateOf(`sender ${index + 1}`)).creates.at(-1);
    if (sender?.stage === 'waiting' && held) waiting.add(held);
  }
  const late = product.gates().flatMap(({ creates }) => creates.filter((held) => !waiting.has(held)));
  return late.filter(isOnItsWay).toSorted((one, other) => one.at - other.at);
}

const carryOutLate: Action = async (happening) => (await listLate(happening))[0]?.carryOut();
const loseLate: Action = async (happening) => {
  const [first] = await listLate(happening);
  if (first) first.isOver = true;
};

/** What is due in less than half a tick is due now: a retry may be as short as anything. */
export async function makeDue(product: Product): Promise<void> {
  await product.query(
    `update sends set reconcile_at = now() where reconcile_at < now() + make_interval(secs => $1::float8)`,
    [TICK_MS / 2000],
  );
  // The lease that keeps walks apart is not relied on: here it has run out.
  await product.query(`update worker_leases set lease_until = now() - interval '1 second' where name = 'reconcile'`);
}

const READINGS: Record<string, object> = {
  'an empty page first': { kind: 'empty-pages', in_a_row: 1 },
  'an item that cannot be read': { kind: 'missing-fields', fields: ['id'] },
};

/**
 * Begins a walk. It waits at CP8 with the list as it is now; where it must show what comes meanwhile, it waits for the
 * list.
 */
const beginWalk: Action = async ({ stage: { product }, step, world, later }) => {
  await makeDue(product);
  const name = step.by as MemberName;
  const [, reading = '', decision = ''] =
    /^reads ([^;]+); (.*)$/.exec(later.find(({ by }) => by === name)?.does ?? '') ?? [];
  const fault = READINGS[reading];
  if (fault) await product.sandbox.addFault({ on: 'list', times: 1, ...fault });
  const gate = await product.gateOf(name);
  gate.holdsLists = decision.includes('adopt') && world.sends[0]?.own === 0;
  const left = gate.arrival();
  await Promise.race([left, product.ask(name, { do: 'walk', pauseAt: ['CP8'] })]);
};

const endWalk: Action = async ({ stage: { product }, step }) => {
  const name = step.by as MemberName;
  const member = await product.member(name);
  if (!member.waitsAt) await releaseList(await product.gateOf(name));
  if (!member.waitsAt) await member.listen();
  await finish(product, name);
};

async function releaseList(gate: Gate): Promise<void> {
  gate.holdsLists = false;
  const held = gate.lists.at(-1);
  await held?.carryOut();
  held?.deliver();
}

/** Moves the times of the send back by a tick. */
export async function passTime({ product }: Stage): Promise<void> {
  await product.query(
    `update sends set lease_until = lease_until - make_interval(secs => $1::float8),
      reconcile_at = reconcile_at - make_interval(secs => $1::float8)`,
    [TICK_MS / 1000],
  );
}

const approve: Action = async ({ stage: { product, request }, world, later }) => {
  const { id: requestId, bodySha256 } = request;
  const by = ['approver-one', 'approver-two'][world.sends[0]?.votes ?? 0] ?? 'approver-one';
  await product.ask('desk', { do: 'approve', by, requestId, bodySha256 });
  const next = later.find(({ does }) => /^(approves request|restores a backup)/.test(does));
  if (next?.does.endsWith('just approved')) await product.backUp();
};

async function propose(
  { product }: Stage,
  kind: 'resume-sending' | 'resolve-send',
  subject: string,
  payload: object,
): Promise<string | undefined> {
  const heard = await product.ask('desk', { do: 'propose', kind, subject, payload });
  const { value } = heard as { value: { ok: boolean; value?: { proposalId: string } } };
  return value.value?.proposalId;
}

async function confirm({ product }: Stage, proposalId: string | undefined): Promise<void> {
  if (proposalId !== undefined) await product.ask('desk', { do: 'confirm', proposalId });
}

/** Two administrators resume sending. */
export async function resume(stage: Stage): Promise<void> {
  await confirm(stage, await propose(stage, 'resume-sending', 'resume-sending', {}));
}

async function proposeEnd(stage: Stage, kind: string): Promise<void> {
  const { items } = await stage.product.sandbox.transfersByRef(stage.request.refId);
  const payload = { kind, ...(kind === 'adopt' && { transferId: items[0]?.['id'], differences: [] }) };
  const proposalId = await propose(stage, 'resolve-send', stage.request.id, payload);
  if (proposalId !== undefined) stage.proposalId = proposalId;
}

const confirmEnd: Action = async ({ stage, world }, [, kind = '']) => {
  if (!world.proposal) await proposeEnd(stage, kind);
  await confirm(stage, stage.proposalId);
};

const restore: Action = ({ stage: { product } }) => product.restore();

const ACTIONS: readonly (readonly [RegExp, Action])[] = [
  [/^sender \d claims/, claim],
  [/^sender \d posts/, post],
  [/^sender \d records send 1: ([a-z-]+)/, record],
  [/^(sender|walker) \d is killed/, kill],
  [/^the service answers send 1: (accepted|refused|lacks-data|throttled|differs)$/, answer],
  [/^the service carries out a late request/, carryOutLate],
  [/^the network loses a request/, loseLate],
  [/^walker \d begins to read/, beginWalk],
  [/^walker \d reads (one page|an empty page first|an item that cannot be read);/, endWalk],
  [/^a reaper ends/, ({ stage: { product } }) => product.ask('desk', { do: 'reap' })],
  [/^an adopter adopts/, ({ stage: { product } }) => product.ask('desk', { do: 'adopt' })],
  [/^the mirror /, ({ stage: { product } }) => product.ask('desk', { do: 'read everything' })],
  [/^time passes/, ({ stage }) => passTime(stage)],
  [/^an approver approves/, approve],
  [
    /^an approver puts send 1 on hold/,
    ({ stage: { product, request } }) => product.ask('desk', { do: 'hold', requestId: request.id }),
  ],
  [/^a person stops/, ({ stage: { product } }) => product.ask('desk', { do: 'stop' })],
  [/^two administrators resume/, ({ stage }) => resume(stage)],
  [/^a person proposes to close/, ({ stage }) => proposeEnd(stage, 'close')],
  [/^a person proposes to adopt transfer own/, ({ stage }) => proposeEnd(stage, 'adopt')],
  [/^a person proposes to send 1 again/, ({ stage }) => proposeEnd(stage, 'send-again')],
  [/^a second person confirms: ([a-z-]+)/, confirmEnd],
  [
    /^a second person rejects/,
    ({ stage }) => stage.product.ask('desk', { do: 'reject', proposalId: stage.proposalId ?? '' }),
  ],
  [/^an operator restores/, restore],
];
