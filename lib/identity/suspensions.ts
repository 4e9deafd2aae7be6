/** Events of a person's suspension, as stored. */
export const SUSPENSION_EVENTS = ['SUSPENDED', 'LIFTED'] as const;
