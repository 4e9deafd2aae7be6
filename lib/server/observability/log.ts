import 'server-only';
import { type Logger, pino } from 'pino';
import { redactFields } from '@/lib/server/observability/log-fields';
import { singleton } from '@/lib/server/runtime/singleton';
import { requestContext } from '@/lib/server/runtime/request-context';
import manifest from '@/package.json';

/** The console's version, such as `1.4.0`. */
export const RELEASE = manifest.version;

/**
 * Writes JSON lines to standard output, each with the id of the HTTP request that it was written in. Lines identify
 * things by id. Do not pass bodies, headers, references, addresses or names; if passed, they are redacted
 * (lib/server/observability/log-fields.ts).
 */
export const log: Logger = singleton('log', () =>
  pino({
    base: { service: 'countersign', release: RELEASE, pid: process.pid },
    mixin: () => {
      const context = requestContext();
      return context ? { httpRequestId: context.id } : {};
    },
    formatters: { log: redactFields },
    // redactFields has described the error already.
    serializers: { err: (described: unknown) => described },
  }),
);
