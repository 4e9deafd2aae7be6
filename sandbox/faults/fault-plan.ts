import type { Operation } from '@/sandbox/api/operations';
import { type Fault, stopsEffect } from '@/sandbox/faults/fault';
import type { Aim } from '@/sandbox/faults/rule';
import { Draw, hashText, mix } from '@/sandbox/random';

/** A call as the rules see it. */
interface Call {
  operation: Operation;
  refId?: string | undefined;
  id?: string | undefined;
}

/** A rule with how often it matched a call (`seen`) and struck it (`hits`). */
type RuleState = Aim & Fault & { id: string; seen: number; hits: number };

/** The rules in force, in the order in which they were added. */
export interface FaultPlan {
  add: (aim: Aim, fault: Fault) => RuleState;
  list: () => RuleState[];
  remove: (id: string) => boolean;
  clear: () => void;
  /** The faults that strike this call. Those after one that stops the effect are spared. */
  strike: (call: Call) => Fault[];
}

interface Rule {
  aim: Aim;
  fault: Fault;
  state: RuleState;
  draw: Draw;
}

/** An empty plan. Shares are drawn from the seed and the rule's number, so that a run repeats. */
export function openFaultPlan(seed: string): FaultPlan {
  const rules = new Map<string, Rule>();
  let added = 0;
  return {
    add: (aim, fault) => {
      added += 1;
      const state: RuleState = { id: `fault-${added}`, ...aim, ...fault, seen: 0, hits: 0 };
      rules.set(state.id, { aim, fault, state, draw: new Draw(mix(hashText(seed), added)) });
      return state;
    },
    list: () => [...rules.values()].map(({ state }) => state),
    remove: (id) => rules.delete(id),
    clear: () => rules.clear(),
    strike: (call) => {
      const faults: Fault[] = [];
      for (const rule of rules.values()) {
        if (!isAimedAt(rule.aim, call) || !strikes(rule)) continue;
        faults.push(rule.fault);
        if (stopsEffect(rule.fault)) break;
      }
      return faults;
    },
  };
}

function isAimedAt({ on, match }: Aim, { operation, refId, id }: Call): boolean {
  if (on !== 'any' && on !== operation) return false;
  return (match?.ref_id === undefined || match.ref_id === refId) && (match?.id === undefined || match.id === id);
}

function strikes({ aim, state, draw }: Rule): boolean {
  if (aim.times !== undefined && state.hits >= aim.times) return false;
  state.seen += 1;
  const isHit = aim.share === undefined || draw.next() < aim.share * 0x1_0000_0000;
  if (isHit) state.hits += 1;
  return isHit;
}
