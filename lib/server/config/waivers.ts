import 'server-only';

/** Checks of a production start that CONSOLE_INSECURE_WAIVER may waive, and what each protects from. */
export const WAIVABLE_CHECKS = {
  'database-tls': 'The connection to the database may be unencrypted or unverified.',
  'database-parameters': 'The address of the database may hold parameters that replace its machine or its limits.',
  'database-durability':
    'A crash of the database may forget what it has committed, and a withdrawal may be sent twice.',
  'tls-verification':
    'No certificate is verified. Anyone on the network can pretend to be a server that the console calls.',
  'send-timing': 'The times of a send may be shorter than a production service needs.',
} as const;
export type WaivableCheck = keyof typeof WAIVABLE_CHECKS;
export const WAIVABLE_NAMES = Object.keys(WAIVABLE_CHECKS) as [WaivableCheck, ...WaivableCheck[]];
