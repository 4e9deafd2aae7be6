/**
 * Replays traces of the search with PostgreSQL, the sandbox and processes of the console. After each move the rows are
 * those of the search's world by the product's rules. Where the rule of a mutant allowed a move that the product
 * refuses, nothing may have changed; the product then goes on by itself until the send has ended.
 */
import type { Move } from '@/e2e/soak/protocol/moves/move';
import { listMoves } from '@/e2e/soak/protocol/moves/moves';
import { finish, makeDue, passTime, perform, resume, type Stage } from '@/e2e/soak/protocol/replay/perform';
import { type Product, TICK_MS } from '@/e2e/soak/protocol/replay/product';
import { PRODUCTION, type Rules } from '@/e2e/soak/protocol/rules';
import type { Step } from '@/e2e/soak/protocol/search';
import { firstWorld, type Setting, type World } from '@/e2e/soak/protocol/world';

/** A trace to replay. */
export interface Trace {
  name: string;
  kind: 'mutant' | 'path';
  setting: Setting;
  steps: readonly Step[];
}

/** The rules of the product; a worker whose guard fails for ever goes on, which the search leaves out. */
export const RULES: Rules = { ...PRODUCTION, areFencesTold: true };

/** What a replay has seen: how many moves happened, and how many the product refused. */
export interface Replayed {
  happened: number;
  refused: number;
  /** The state in which the send settled, and its transfers. */
  end: string;
}

/** Replays a trace. Throws where the product differs from the search's world, or pays twice. */
export async function replay(
  trace: Trace,
  product: Product,
  request: { id: string; refId: string },
): Promise<Replayed> {
  const stage = await setStage(product, request);
  const { setting, steps } = trace;
  let now = firstWorld(setting);
  let [posts, refused] = [0, 0];
  if (steps.some(({ does }) => does.endsWith('sends not approved'))) await product.backUp();
  for (const [index, step] of steps.entries()) {
    const follows = findFollowing(now, step, setting);
    const isRefused = follows?.does !== step.does;
    if (isRefused) {
      refused += 1;
      if (trace.kind === 'path') throw new Error(`move ${index + 1} is not one of the product: ${step.does}`);
    }
    if (follows || ATTEMPTED.test(step.does)) {
      await perform({ stage, step, world: now, later: steps.slice(index + 1) });
      if (follows?.does.startsWith('posts')) posts += 1;
      now = await catchUp(follows?.world ?? now, stage, setting);
    }
    const [expected, found] = [describeExpected(now, posts), await observe(stage)];
    if (expected !== found)
      throw new Error(
        `move ${index + 1} (${step.by} ${step.does}${isRefused ? ', refused' : ''}):\n` +
          `    expected ${expected}\n    found    ${found}`,
      );
  }
  await settle(stage);
  return { happened: steps.length - refused, refused, end: await checkEnd(stage) };
}

async function setStage(product: Product, { id, refId }: { id: string; refId: string }): Promise<Stage> {
  const [version] = await product.query<{ body: string }>('select body_sha256 as body from request_versions');
  return { product, request: { id, refId, bodySha256: version?.body ?? '' } };
}

/** Moves that the product may be asked for at any time; the others need a worker that has come as far. */
const ATTEMPTED = /^(claims|begins|ends the lease|adopts|approves|puts|stops|resume|proposes|confirms)/;

/**
 * Gives what the product does where a trace says what happens: the same move, or the move of the same worker that its
 * rules allow instead.
 */
function findFollowing(now: World, { by, does }: Step, setting: Setting): Move | undefined {
  const moves = [...listMoves(now, RULES, setting)].filter((move) => move.by === by);
  // The mirror may know already what it reads (`catchUp`).
  if (by === 'the mirror' && does.startsWith('reads')) return moves[0] ?? { by, does, world: now };
  const start = does.startsWith('posts') ? does.replace('posts', 'records') : (/^[^;:,(]+/.exec(does)?.[0] ?? does);
  return (
    moves.find((move) => move.does === does) ?? moves.find((move) => FOLLOWED.test(does) && move.does.startsWith(start))
  );
}

const FOLLOWED = /^(posts|records|reads|claims)/;

/** A late record stores the transfer in the mirror at once, for which the search has a move of its own. */
async function catchUp(now: World, { product, request }: Stage, setting: Setting): Promise<World> {
  const has = await product.query('select 1 from mirror_transfers where ref_key = lower($1)', [request.refId]);
  const [send] = now.sends;
  if (has.length === 0 || send?.mirror.own || send?.row?.state === 'ACCEPTED') return now;
  const read = [...listMoves(now, RULES, setting)].find(({ by }) => by === 'the mirror');
  return read?.world ?? now;
}

function describeExpected({ isStopped, sends: [send] }: World, posts: number): string {
  const row = send?.row;
  const request = row?.state === 'ACCEPTED' ? 'SENT' : REQUESTS[send?.request ?? 'ENDED'];
  return describe({
    request,
    votes: send?.votes ?? 0,
    isStopped,
    posted: posts,
    transfers: send?.own ?? 0,
    row: row && [
      row.state,
      `fence ${row.fence}`,
      `posts ${row.posts}`,
      `misses ${row.misses}`,
      row.isAmbiguous ? 'ambiguous' : 'clear',
      `hold ${row.hold?.kind ?? null}`,
      `lease ${row.lease}`,
      `walk ${row.walk}`,
      row.transfer === null ? 'no transfer' : 'transfer',
    ],
  });
}

const REQUESTS = { AWAITING: 'AWAITING_APPROVAL', APPROVED: 'APPROVED', ENDED: 'EXPIRED' };

interface Seen {
  request: string;
  votes: number;
  isStopped: boolean;
  /** How many requests reached the network, and the transfers that exist. */
  posted: number;
  transfers: number;
  row: readonly string[] | null | undefined;
}

function describe({ request, votes, isStopped, posted, transfers, row }: Seen): string {
  const facts = [request, `${votes} votes`, isStopped ? 'stopped' : 'on', `${posted} posted`, `${transfers} transfers`];
  return [...facts, ...(row ?? ['no send'])].join(', ');
}

/** Gives the ticks until a time, 0 where it has come. */
const ticksUntil = (column: string) =>
  `case when ${column} is null then 'null'
    else greatest(0, round(extract(epoch from ${column} - now()) / $1))::text end`;

async function observe({ product, request }: Stage): Promise<string> {
  const [seen] = await product.query<Seen>(
    `select r.state as request, w.is_stopped as "isStopped",
      (select count(*)::int from decisions d where d.request_id = r.id and d.verdict = 'APPROVED') as votes,
      case when s.request_id is not null then array[s.state, 'fence ' || s.fence, 'posts ' || s.posts,
        'misses ' || s.misses, case when s.is_ambiguous then 'ambiguous' else 'clear' end,
        'hold ' || coalesce(s.hold->>'kind', 'null'),
        'lease ' || ${ticksUntil('s.lease_until')},
        'walk ' || ${ticksUntil('s.reconcile_at')},
        case when s.transfer_id is null then 'no transfer' else 'transfer' end] end as row
     from withdrawal_requests r left join sends s on s.request_id = r.id, stop_switch w`,
    [TICK_MS / 1000],
  );
  const { count } = await product.sandbox.transfersByRef(request.refId);
  if (!seen) throw new Error('the request is missing');
  const posted = product.gates().reduce((total, { creates }) => total + creates.length, 0);
  return describe({ ...seen, posted, transfers: count });
}

/** Lets everything that waits go on, and time pass, until the send has ended or people must decide. */
async function settle(stage: Stage): Promise<void> {
  const { product } = stage;
  for (const gate of product.gates()) {
    gate.isOpen = true;
    for (const held of [...gate.creates, ...gate.lists].filter(({ isOver }) => !isOver)) {
      if (!held.answer) await held.carryOut();
      held.deliver();
    }
  }
  for (const [name, member] of product.members()) {
    if (member.isBusy && !member.waitsAt) await member.listen();
    await finish(product, name);
  }
  for (const name of ['sender 1', 'walker 1'] as const) (await product.gateOf(name)).isOpen = true;
  for (let round = 0; round < MOST_ROUNDS && (await isOpen(product)); round += 1) {
    await product.ask('desk', { do: 'read everything' });
    await resume(stage);
    await passTime(stage);
    await product.ask('desk', { do: 'reap' });
    await makeDue(product);
    await product.ask('walker 1', { do: 'walk', pauseAt: [] });
    await finish(product, 'walker 1');
    await product.query(`update sends set next_at = now() where state = 'QUEUED'`);
    await product.ask('sender 1', { do: 'send', pauseAt: [] });
    await finish(product, 'sender 1');
  }
}

const MOST_ROUNDS = 20;

async function isOpen(product: Product): Promise<boolean> {
  const open = await product.query(`select 1 from sends where state in ('QUEUED', 'SENDING', 'UNKNOWN')`);
  return open.length > 0;
}

/** Checks that the send has settled, with at most one transfer, which is the recorded one. */
async function checkEnd({ product, request }: Stage): Promise<string> {
  const { count, items } = await product.sandbox.transfersByRef(request.refId);
  const [row] = await product.query<{ state: string; id: string | null }>('select state, transfer_id as id from sends');
  const end = `${row?.state ?? 'no send'}, ${count} ${count === 1 ? 'transfer' : 'transfers'}`;
  if (count > 1) throw new Error(`paid twice: ${end}`);
  if (await isOpen(product)) throw new Error(`not settled: ${end}`);
  if (row?.state === 'ACCEPTED' && (count !== 1 || items[0]?.['id'] !== row.id)) throw new Error(`wrong: ${end}`);
  return end;
}
