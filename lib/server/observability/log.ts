import 'server-only';
import { type Logger, pino } from 'pino';
import { withoutSecrets } from '@/lib/server/observability/log-fields';
import { singleton } from '@/lib/server/runtime/singleton';
import { requestContext } from '@/lib/server/runtime/request-context';
import manifest from '@/package.json';

/** Which version of the console this is. */
export const RELEASE = manifest.version;

/**
 * JSON lines on standard output, each with the id of the HTTP request that it was written in. A line names what it is
 * about by id: bodies, headers, references, addresses and people's names are not passed in, and where they are, do not
 * come out (lib/server/observability/log-fields).
 */
export const log: Logger = singleton('log', () =>
  pino({
    base: { service: 'countersign', release: RELEASE, pid: process.pid },
    mixin: () => {
      const context = requestContext();
      return context ? { httpRequestId: context.id } : {};
    },
    formatters: { log: withoutSecrets },
    // Described by then.
    serializers: { err: (described: unknown) => described },
  }),
);
