import type { Move } from '@/e2e/soak/protocol/moves/move';
import { movePeople } from '@/e2e/soak/protocol/moves/people';
import { leaveRequest, moveLateRequests, moveSenders } from '@/e2e/soak/protocol/moves/senders';
import { moveClock, moveMirror, moveOthers, moveRestore } from '@/e2e/soak/protocol/moves/surroundings';
import { moveWalkers } from '@/e2e/soak/protocol/moves/walkers';
import type { Rules } from '@/e2e/soak/protocol/rules';
import { type Row, type Send, type Setting, takes, type World } from '@/e2e/soak/protocol/world';

/** Gives everything that can happen next. */
export function* listMoves(world: World, rules: Rules, setting: Setting): Generator<Move> {
  for (const move of listAll(world, rules, setting))
    yield rules.areFencesTold ? move : { ...move, world: simplify(move.world, rules) };
}

/**
 * Leaves out what makes no difference, so that there are fewer states. Workers and proposals whose guard fails by now
 * are forgotten: it fails for ever, since fences only grow, and what they do changes nothing. Then the fences of those
 * that are left are that of the row, of which only the first is told from the others; and attempts count up to the most
 * that the console makes.
 */
function simplify(world: World, rules: Rules): World {
  const rows = world.sends.map(({ row }) => row);
  let sends = world.sends;
  const senders = world.senders.map((sender) => {
    if (!sender) return null;
    if (takes(rules.guards.record, rows[sender.send], rules, sender)) return clampFence(sender);
    if (sender.stage === 'waiting') sends = leaveRequest(sends, sender);
    return null;
  });
  const { time: _, ...isSought } = rules.guards.reconcile;
  const walkers = world.walkers.map((walker) => {
    if (!walker) return null;
    const sought = walker.sought.map((each, at) =>
      each && takes(isSought, rows[at], rules, each) ? clampFence(each) : null,
    );
    return sought.some((each) => each !== null) ? { sought } : null;
  });
  const clamp = (send: Send): Send =>
    send.row ? { ...send, row: { ...clampFence(send.row), posts: Math.min(send.row.posts, rules.maxAttempts) } } : send;
  const { proposal } = world;
  const isOpen = proposal && takes(rules.guards.resolve, rows[proposal.send], rules, proposal);
  return {
    ...world,
    sends: sends.some(({ row }) => row !== null && isLarge(row, rules)) ? sends.map(clamp) : sends,
    senders,
    walkers,
    proposal: isOpen ? clampFence(proposal) : null,
  };
}

const LAST_FENCE = 2;

function clampFence<Seen extends { fence: number }>(seen: Seen): Seen {
  return seen.fence > LAST_FENCE ? { ...seen, fence: LAST_FENCE } : seen;
}

const isLarge = ({ fence, posts }: Row, { maxAttempts }: Rules) => fence > LAST_FENCE || posts > maxAttempts;

function* listAll(world: World, rules: Rules, setting: Setting): Generator<Move> {
  yield* moveSenders(world, rules, setting);
  yield* moveLateRequests(world, setting);
  yield* moveWalkers(world, rules, setting);
  yield* movePeople(world, rules, setting);
  yield* moveClock(world);
  yield* moveMirror(world);
  yield* moveOthers(world);
  yield* moveRestore(world, rules);
}
