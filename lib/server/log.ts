import 'server-only';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type Logger, pino, stdSerializers } from 'pino';
import { processWide } from '@/lib/server/process-wide';

/** What a failed query was caused by, without its parameters: those hold request bodies and people's names. */
export function withoutParameters(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('a query failed')) : error;
}

/** JSON lines on standard output. Bodies, headers and tokens are never passed in; the redaction is the second lock. */
export const log: Logger = processWide('log', () =>
  pino({
    base: { service: 'countersign' },
    serializers: { err: (error: unknown) => stdSerializers.err(withoutParameters(error) as Error) },
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
