import {
  ANSWERS,
  type Budget,
  type Proposal,
  type Row,
  type Send,
  type Sender,
  type Walker,
  type World,
} from '@/e2e/soak/protocol/world';
import { SEND_STATES, type SendState } from '@/lib/sends/send-machine';

/**
 * Gives the same text for worlds that differ in nothing that matters: which of two like sends, senders or walkers does
 * what, and the numbers of a send that has ended.
 */
export function encode(world: World): string {
  const orders = world.sends.length === 2 ? [[0, 1] as const, [1, 0] as const] : [[0] as const];
  let least: string | undefined;
  for (const order of orders) {
    const text = encodeInOrder(world, order);
    if (least === undefined || text < least) least = text;
  }
  return least ?? '';
}

function encodeInOrder(world: World, order: readonly number[]): string {
  const { isStopped, needsCheck, policy, senders, walkers, proposal, budget } = world;
  const parts = [
    char(Number(isStopped) + 2 * Number(needsCheck) + 4 * POLICIES.indexOf(policy)),
    encodeBudget(budget),
    encodeProposal(proposal, order),
    ...order.map((at) => encodeSend(world.sends[at])),
    sorted(senders.map((sender) => encodeSender(sender, order))),
    sorted(walkers.map((walker) => encodeWalker(walker, order))),
  ];
  return parts.join('');
}

const POLICIES: readonly World['policy'][] = ['one', 'two', 'none'];
const REQUESTS: readonly Send['request'][] = ['AWAITING', 'APPROVED', 'ENDED'];
const STAGES: readonly Sender['stage'][] = ['claimed', 'waiting', ...ANSWERS];
const TRANSFER_NAMES: readonly Row['transfer'][] = [null, 'own', 'foreign', 'other'];
const KINDS: readonly Proposal['kind'][] = ['adopt', 'send-again', 'close'];

const char = (code: number) => String.fromCharCode(code);
const sorted = ([one = '', other = '']: readonly string[]) => (one < other ? one + other : other + one);

/** Packs pairs of a digit and its base into one number; each digit is below its base. */
function pack(...pairs: readonly number[]): number {
  let packed = 0;
  for (let at = 0; at < pairs.length; at += 2) packed = packed * pairs[at + 1]! + pairs[at]!;
  return packed;
}

const stateIndex = (state: SendState) => SEND_STATES.indexOf(state);

// Holds are equal where their text is; a search sees a few.
const holds = new Map<string, number>([['null', 0]]);
function holdIndex(hold: Row['hold']): number {
  if (hold === null) return 0;
  const text = JSON.stringify(hold);
  const known = holds.get(text);
  if (known !== undefined) return known;
  holds.set(text, holds.size);
  return holds.size - 1;
}

// A move changes one part of a world, and leaves the others as the same objects.
const encodedSends = new WeakMap<Send, string>();

function encodeSend(send: Send | undefined): string {
  if (!send) return '';
  let text = encodedSends.get(send);
  if (text === undefined) {
    text = encodeNewSend(send);
    encodedSends.set(send, text);
  }
  return text;
}

function encodeNewSend(send: Send): string {
  const { request, votes, row, own, hasForeign, mirror, late, truth, isFollowed, isBeforeRestore } = send;
  const [first = 0, second = 0, third = 0] = late;
  const flags = [isFollowed, isBeforeRestore, truth.isFollowed].flatMap((flag) => [Number(flag), 2]);
  const known = pack(own, 3, Number(hasForeign), 2, Number(mirror.own), 2, Number(mirror.foreign), 2, ...flags);
  const outside = char(known) + char(pack(late.length, 4, first, 2, second, 2, third, 2));
  // What was declined for want of data may be queued again.
  if (row?.state === 'ACCEPTED' || (row?.state === 'REFUSED' && !row.isForMissingData))
    return char(0xe000 + pack(stateIndex(row.state), 6, TRANSFER_NAMES.indexOf(row.transfer), 4)) + outside;
  const approval = pack(REQUESTS.indexOf(request), 3, votes, 3, truth.open, 4, truth.walks, 3, truth.sinceTicks, 3);
  if (!row) return char(approval) + outside;
  return (
    char(approval) +
    outside +
    char(pack(stateIndex(row.state) + 1, 7, row.fence, 12, row.posts, 8, row.misses, 3, Number(row.isAmbiguous), 2)) +
    char(
      pack(
        holdIndex(row.hold),
        64,
        (row.lease ?? -1) + 1,
        4,
        (row.walk ?? -1) + 1,
        4,
        Number(row.isTaken),
        2,
        Number(row.isForMissingData),
        2,
        TRANSFER_NAMES.indexOf(row.transfer),
        4,
      ),
    )
  );
}

function encodeSender(sender: Sender | null, order: readonly number[]): string {
  if (!sender) return char(0);
  const { send, fence, stage, ticks } = sender;
  return char(1 + pack(order.indexOf(send), 2, fence, 12, STAGES.indexOf(stage), 10, ticks, 2));
}

function encodeWalker(walker: Walker | null, order: readonly number[]): string {
  if (!walker) return char(0);
  return order
    .map((at) => {
      const sought = walker.sought[at];
      if (!sought) return char(1);
      const { fence, misses, own, foreign, truth } = sought;
      return char(
        2 +
          pack(
            fence,
            12,
            misses,
            3,
            Number(own),
            2,
            Number(foreign),
            2,
            truth.open,
            4,
            truth.walks,
            3,
            Number(truth.isQuiet),
            2,
          ),
      );
    })
    .join('');
}

function encodeProposal(proposal: Proposal | null, order: readonly number[]): string {
  if (!proposal) return char(0);
  const { send, kind, fence, state, record } = proposal;
  return char(
    1 +
      pack(
        order.indexOf(send),
        2,
        KINDS.indexOf(kind),
        3,
        fence,
        12,
        stateIndex(state),
        6,
        TRANSFER_NAMES.indexOf(record),
        4,
      ),
  );
}

function encodeBudget({ posts, kills, walkerKills, restores, policies, foreign, decisions }: Budget): string {
  return char(pack(posts, 4, kills, 2, walkerKills, 2, restores, 2, policies, 2, foreign, 2, decisions, 4));
}
