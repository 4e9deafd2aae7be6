import 'server-only';
import { type Logger, pino } from 'pino';
import { processWide } from '@/lib/server/process-wide';

/** JSON lines on standard output. Bodies, headers and tokens are never passed in; the redaction is the second lock. */
export const log: Logger = processWide('log', () =>
  pino({
    base: { service: 'countersign' },
    redact: {
      paths: [
        '*.authorization',
        '*.access_token',
        '*.client_secret',
        '*.cookie',
        '*.token',
        'authorization',
        'access_token',
        'client_secret',
        'cookie',
        'token',
      ],
      censor: '[redacted]',
    },
  }),
);
