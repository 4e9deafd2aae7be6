import 'server-only';
import { format, stripVTControlCharacters } from 'node:util';
import { describeError } from '@/lib/server/observability/log-fields';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';

const LEVELS = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;

/**
 * Makes lines of the log out of what Next and other libraries print with `console`, so that all of the output is JSON and
 * passes what hides secrets. Once per process. An error that Next prints for a request comes a second time as a fault
 * (lib/server/observability/request-errors), with the request that it belongs to.
 */
export function captureConsole(): void {
  singleton('console.taken', () => {
    const { console: printer } = globalThis;
    for (const [method, level] of Object.entries(LEVELS)) {
      printer[method as keyof typeof LEVELS] = (...printed: unknown[]) => {
        const error = printed.find((part) => part instanceof Error);
        const words = printed.filter((part) => typeof part === 'string');
        log[level](
          { isPrinted: true, ...(error !== undefined && { err: describeError(error) }) },
          stripVTControlCharacters(format(...words)).trim(),
        );
      };
    }
    return true;
  });
}
