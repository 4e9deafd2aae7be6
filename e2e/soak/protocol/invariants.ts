/** The invariants of the protocol: docs/specification/send-protocol.md#invariants. */
export const INVARIANTS = {
  once: 'one transfer for one approved request',
  approvals: 'none without its approvals under both policies',
  proof: 'absence is only proven by two complete walks, a quiet period apart',
  stop: 'nothing is posted while sending is stopped',
  reference: 'one reference, one transfer, for ever',
  end: 'from every state an end is reachable',
} as const;

export type Invariant = (typeof INVARIANTS)[keyof typeof INVARIANTS];
