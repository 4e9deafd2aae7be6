import 'server-only';
import { Counter } from 'prom-client';
import { singleton } from '@/lib/server/runtime/singleton';

/** The counters of this process. Label values come from closed sets: never an id, a name or a reference. */
export const counters = () =>
  singleton('metrics.counters', () => ({
    actions: new Counter({
      name: 'countersign_actions_total',
      help: 'Actions of people, by outcome: ok, the kind of the failure, or thrown',
      labelNames: ['action', 'outcome'],
      registers: [],
    }),
    errors: new Counter({
      name: 'countersign_faults_total',
      help: 'Unexpected errors, by kind of handler: a page, a route or an action',
      labelNames: ['kind'],
      registers: [],
    }),
    limits: new Counter({
      name: 'countersign_limits_refused_total',
      help: 'Calls that a rate limit rejected, by limit',
      labelNames: ['limit'],
      registers: [],
    }),
    signIns: new Counter({
      name: 'countersign_sign_ins_refused_total',
      help: 'Failed sign-ins, by cause: the identity provider, its answer, or other',
      labelNames: ['reason'],
      registers: [],
    }),
    signInsWithoutTime: new Counter({
      name: 'countersign_sign_ins_without_time_total',
      help: 'Sign-ins whose time the identity provider did not state; their people cannot approve',
      registers: [],
    }),
    passkeyCounters: new Counter({
      name: 'countersign_passkey_counters_back_total',
      help: 'Signatures of passkeys whose counter went back, which were refused; the passkey may have been copied',
      registers: [],
    }),
    keyLists: new Counter({
      name: 'countersign_key_list_broken_total',
      help: 'Reads of the key list that did not verify; no passkey counts meanwhile',
      registers: [],
    }),
  }));

/** Counts a call that a rate limit rejected. `limit` is a name of RATE_LIMITS (lib/http/rate-limits.ts). */
export function countLimitedCall(limit: string): void {
  counters().limits.inc({ limit });
}

/** Counts a sign-in whose time the identity provider did not state. */
export function countSignInWithoutTime(): void {
  counters().signInsWithoutTime.inc();
}

/** Counts a failed sign-in by its cause. */
export function countFailedSignIn(reason: 'provider' | 'answer' | 'other'): void {
  counters().signIns.inc({ reason });
}

/** Counts a signature that was refused since the passkey's counter went back. */
export function countCounterBack(): void {
  counters().passkeyCounters.inc();
}

/** Counts a key list that does not verify. */
export function countBrokenChain(): void {
  counters().keyLists.inc();
}
