import 'server-only';
import { Counter } from 'prom-client';
import { singleton } from '@/lib/server/runtime/singleton';

/** What is counted where it happens, in this process. Values of labels come from closed sets: never an id, a name or a reference. */
export const counters = () =>
  singleton('metrics.counters', () => ({
    actions: new Counter({
      name: 'countersign_actions_total',
      help: 'What people did, by what became of it: ok, the kind of the refusal, or thrown',
      labelNames: ['action', 'outcome'],
      registers: [],
    }),
    faults: new Counter({
      name: 'countersign_faults_total',
      help: 'Errors that nobody expected, by where they ended: a page, a route, an action',
      labelNames: ['kind'],
      registers: [],
    }),
    limits: new Counter({
      name: 'countersign_limits_refused_total',
      help: 'Calls that were refused because there were too many of them, by limit',
      labelNames: ['limit'],
      registers: [],
    }),
    signIns: new Counter({
      name: 'countersign_sign_ins_refused_total',
      help: 'Sign-ins that came to nothing: at the provider, in its answer, or otherwise',
      labelNames: ['reason'],
      registers: [],
    }),
  }));

/** Counts a call that a limit refused. `limit`: its name in the table of limits. */
export function countRefusedByLimit(limit: string): void {
  counters().limits.inc({ limit });
}

/** Counts a sign-in that came to nothing. */
export function countRefusedSignIn(reason: 'provider' | 'answer' | 'other'): void {
  counters().signIns.inc({ reason });
}
