/** States of a request, which people move (send-protocol, "Two machines"). */
export const REQUEST_STATES = ['DRAFT', 'AWAITING_APPROVAL', 'APPROVED', 'SENT', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
