import 'server-only';
import { format, stripVTControlCharacters } from 'node:util';
import { describeError } from '@/lib/server/observability/log-fields';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';

const LEVELS = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;

/**
 * Turns the `console` output of Next and other libraries into log lines, so that all output is JSON without secrets.
 * Does nothing the second time. An error that Next prints for a request is logged again, with its request, by
 * lib/server/observability/request-errors.ts.
 */
export function captureConsole(): void {
  singleton('console.captured', () => {
    const { console: printer } = globalThis;
    for (const [method, level] of Object.entries(LEVELS)) {
      printer[method as keyof typeof LEVELS] = (...printed: unknown[]) => {
        const error = printed.find((part) => part instanceof Error);
        const texts = printed.filter((part) => typeof part === 'string');
        log[level](
          { isPrinted: true, ...(error !== undefined && { err: describeError(error) }) },
          stripVTControlCharacters(format(...texts)).trim(),
        );
      };
    }
    return true;
  });
}
