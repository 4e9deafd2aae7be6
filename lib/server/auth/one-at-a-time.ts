import 'server-only';
import type { Denial } from '@/lib/http/denials';
import { fail, type Result } from '@/lib/result';
import type { Person } from '@/lib/server/auth/sessions';
import { singleton } from '@/lib/server/runtime/singleton';

/** The last work of each person in this process, and how many wait for it. Ends with the work, so it needs no bound. */
const running = () => singleton('people.sheets', () => new Map<string, { last: Promise<unknown>; waiting: number }>());

const RETRY_AFTER_S = 5;
const BUSY = 'Two checks or batches of yours are in progress already, perhaps in another tab.';

/**
 * Does the work of a person on many rows, one piece at a time in this process: a second waits until the first has
 * ended, and a third is denied with the reason. Many at once would only slow each other down, and everybody else.
 * Saving is never denied (`mayQueue`): the same form gives the same outcome however often it comes.
 */
export async function oneAtATime<Value, Failure>(
  { id }: Pick<Person, 'id'>,
  work: () => Promise<Result<Value, Failure>>,
  { mayQueue = false }: { mayQueue?: boolean } = {},
): Promise<Result<Value, Failure | Denial>> {
  const known = running().get(id);
  if (known && known.waiting > 0 && !mayQueue)
    return fail({ kind: 'too-many', retryAfterS: RETRY_AFTER_S, reason: BUSY });
  const entry = { last: Promise.resolve() as Promise<unknown>, waiting: 0 };
  const before = known?.last;
  const own = known ?? entry;
  if (known) known.waiting += 1;
  const done = (async () => {
    if (before) {
      await before;
      own.waiting -= 1;
    }
    return work();
  })();
  own.last = done.catch(() => undefined);
  const { last } = own;
  running().set(id, own);
  try {
    return await done;
  } finally {
    if (running().get(id)?.last === last) running().delete(id);
  }
}
