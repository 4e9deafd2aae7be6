import { encode } from '@/e2e/soak/protocol/encode';
import { type Invariant, INVARIANTS } from '@/e2e/soak/protocol/invariants';
import type { Move } from '@/e2e/soak/protocol/moves/move';
import { listMoves } from '@/e2e/soak/protocol/moves/moves';
import type { Rules } from '@/e2e/soak/protocol/rules';
import { firstWorld, type Setting, type World } from '@/e2e/soak/protocol/world';

/** A step of a trace. */
export interface Step {
  by: string;
  does: string;
}

/** What a search found. */
export interface Found {
  states: number;
  /** True where every reachable state was visited. */
  isWhole: boolean;
  /** The longest of the shortest ways to a state, in moves. */
  depth: number;
  violation?: { invariant: Invariant; trace: Step[] };
  /** The longest of the shortest ways to a move that was asked for. */
  way?: Step[];
}

/**
 * Visits the states of a world breadth-first, at most `maxStates`, and checks the invariants in each. Stops at the
 * first violation and gives the shortest way to it. `isWanted`: also gives the shortest way to the deepest state in
 * which such a move can happen, with that move.
 */
export function search(
  rules: Rules,
  setting: Setting,
  maxStates: number,
  isWanted: (move: Move) => boolean = () => false,
): Found {
  const first = firstWorld(setting);
  const ids = new Map([[encode(first), 0]]);
  const parents = [-1];
  const sources: number[] = [];
  const targets: number[] = [];
  const ends: number[] = [];
  let level: { id: number; world: World }[] = [{ id: 0, world: first }];
  let depth = 0;
  let isWhole = true;
  let wanted: (Step & { id: number }) | undefined;
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { id, world } of level) {
      if (isEnd(world)) ends.push(id);
      if (ids.size >= maxStates) {
        isWhole = false;
        ends.push(id);
        continue;
      }
      for (const move of listMoves(world, rules, setting)) {
        if (isWanted(move)) wanted = { id, by: move.by, does: move.does };
        const invariant = findBroken(move.world);
        if (invariant) {
          const steps = [...trace(ids, parents, id, rules, setting), { by: move.by, does: move.does }];
          return { states: ids.size, isWhole: false, depth: depth + 1, violation: { invariant, trace: steps } };
        }
        const key = encode(move.world);
        let target = ids.get(key);
        if (target === undefined) {
          target = ids.size;
          ids.set(key, target);
          parents.push(id);
          next.push({ id: target, world: move.world });
        }
        sources.push(id);
        targets.push(target);
      }
    }
    level = next;
    if (next.length > 0) depth += 1;
  }
  const stuck = findStuck(ids.size, sources, targets, ends);
  return {
    states: ids.size,
    isWhole,
    depth,
    ...(wanted && {
      way: [...trace(ids, parents, wanted.id, rules, setting), { by: wanted.by, does: wanted.does }],
    }),
    ...(stuck !== undefined && {
      violation: { invariant: INVARIANTS.end, trace: trace(ids, parents, stuck, rules, setting) },
    }),
  };
}

/** Finds the first state from which no end can be reached; undefined where there is none. */
function findStuck(states: number, sources: number[], targets: number[], ends: number[]): number | undefined {
  const starts = new Int32Array(states + 1);
  for (const target of targets) starts[target + 1]! += 1;
  for (let at = 0; at < states; at += 1) starts[at + 1]! += starts[at]!;
  const places = starts.slice();
  const before = new Int32Array(targets.length);
  for (const [edge, target] of targets.entries()) before[places[target]!++] = sources[edge]!;
  const reaches = new Uint8Array(states);
  const waiting = [...ends];
  for (const end of ends) reaches[end] = 1;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (let edge = starts[at]!; edge < starts[at + 1]!; edge += 1) {
      const source = before[edge]!;
      if (reaches[source] === 1) continue;
      reaches[source] = 1;
      waiting.push(source);
    }
  const stuck = reaches.indexOf(0);
  return stuck === -1 ? undefined : stuck;
}

/** Gives the shortest way to a state, as it happens from the first world on. */
function trace(ids: Map<string, number>, parents: number[], target: number, rules: Rules, setting: Setting): Step[] {
  const way: number[] = [];
  for (let at = target; at > 0; at = parents[at]!) way.unshift(at);
  const steps: Step[] = [];
  let world = firstWorld(setting);
  for (const id of way) {
    let step: (Step & { world: World }) | undefined;
    for (const move of listMoves(world, rules, setting))
      if (ids.get(encode(move.world)) === id) {
        step = move;
        break;
      }
    if (!step) throw new Error('a state of the trace cannot be reached again');
    steps.push({ by: step.by, does: step.does });
    world = step.world;
  }
  return steps;
}

/** Names the invariant that a world breaks; undefined where it breaks none. Ends are checked over all worlds. */
function findBroken(world: World): Invariant | undefined {
  return world.broken ?? (world.sends.some(({ own }) => own > 1) ? INVARIANTS.once : undefined);
}

/**
 * Tells whether every withdrawal has ended: sent, not sent, or no longer approved. One that only the bound of posts
 * keeps from the next counts as well.
 */
function isEnd({ sends, budget }: World): boolean {
  return sends.every(({ request, row }) =>
    row
      ? row.state === 'ACCEPTED' || row.state === 'REFUSED' || (row.state === 'QUEUED' && budget.posts === 0)
      : request === 'ENDED',
  );
}
