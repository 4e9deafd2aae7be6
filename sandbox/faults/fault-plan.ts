import type { Operation } from '@/sandbox/api/operations';
import { type Fault, stopsEffect } from '@/sandbox/faults/fault';
import type { FaultTarget } from '@/sandbox/faults/rule';
import { SeededRandom, hashText, mix } from '@/sandbox/random';

/** The parts of a call that rules match. */
interface Call {
  operation: Operation;
  refId?: string | undefined;
  id?: string | undefined;
}

/** A rule with the number of calls that it matched (`seen`) and affected (`hits`). */
type RuleState = FaultTarget & Fault & { id: string; seen: number; hits: number };

/** The active rules, in the order in which they were added. */
export interface FaultPlan {
  add: (target: FaultTarget, fault: Fault) => RuleState;
  list: () => RuleState[];
  remove: (id: string) => boolean;
  clear: () => void;
  /** Counts a call and returns its faults, up to and including the first that stops the effect. */
  takeFaults: (call: Call) => Fault[];
}

interface Rule {
  target: FaultTarget;
  fault: Fault;
  state: RuleState;
  random: SeededRandom;
}

/** Creates an empty plan. Shares are drawn from the seed and the rule's number, so a run is repeatable. */
export function createFaultPlan(seed: string): FaultPlan {
  const rules = new Map<string, Rule>();
  let added = 0;
  return {
    add: (target, fault) => {
      added += 1;
      const state: RuleState = { id: `fault-${added}`, ...target, ...fault, seen: 0, hits: 0 };
      rules.set(state.id, { target, fault, state, random: new SeededRandom(mix(hashText(seed), added)) });
      return state;
    },
    list: () => [...rules.values()].map(({ state }) => state),
    remove: (id) => rules.delete(id),
    clear: () => rules.clear(),
    takeFaults: (call) => {
      const faults: Fault[] = [];
      for (const rule of rules.values()) {
        if (!isTargeted(rule.target, call) || !isStruck(rule)) continue;
        faults.push(rule.fault);
        if (stopsEffect(rule.fault)) break;
      }
      return faults;
    },
  };
}

function isTargeted({ on, match }: FaultTarget, { operation, refId, id }: Call): boolean {
  if (on !== 'any' && on !== operation) return false;
  return (match?.ref_id === undefined || match.ref_id === refId) && (match?.id === undefined || match.id === id);
}

function isStruck({ target, state, random }: Rule): boolean {
  if (target.times !== undefined && state.hits >= target.times) return false;
  state.seen += 1;
  const isHit = target.share === undefined || random.next() < target.share * 0x1_0000_0000;
  if (isHit) state.hits += 1;
  return isHit;
}
