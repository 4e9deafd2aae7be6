import type { AuditAction } from '@/lib/audit/audit-log';

/** An entry of the audit log, as far as notices follow from it. */
export interface AuditNews {
  action: string;
  subject: string;
  /** State after the step, as the entry holds it; nothing in it is trusted to be there. */
  after: Readonly<Record<string, unknown>>;
}

type Condition = (after: AuditNews['after']) => boolean;

/** Actions that a notice follows from: each of them, or those after which a condition is met. */
export type Source = Readonly<Partial<Record<AuditAction, true | Condition>>>;

/** Makes the condition that the step ended in a state. */
export const isIn =
  (state: string): Condition =>
  (after) =>
    after.state === state;

/** Makes the source of notices about a send that ends in a state. */
export const ofSend = (state: 'REFUSED' | 'UNKNOWN' | 'HOLD'): Source => ({
  'send.recorded': isIn(state),
  'send.reconciled': isIn(state),
});

/** Makes the source of notices about the transfer of a send; one that is adopted late may be final already. */
export function ofTransfer(condition: Condition): Source {
  const isAccepted: Condition = (after) =>
    !['REFUSED', 'UNKNOWN', 'HOLD'].includes(String(after.state)) && condition(after);
  return { 'send.recorded': isAccepted, 'send.reconciled': isAccepted, 'send.tracked': condition };
}

/** Tells whether a transfer raised an alarm, which takes the place of its status. */
export const hasAlarm: Condition = ({ alarm }) => typeof alarm === 'string';

/** Makes the condition that a transfer has a final status. */
export const isFinal =
  (status: 'COMPLETED' | 'FAILED'): Condition =>
  (after) =>
    !hasAlarm(after) && after.status === status;
