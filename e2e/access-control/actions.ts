import { actionHeaders, readActionAnswer, readBuiltActions } from '@/scripts/stack/actions';
import type { Member } from '@/e2e/soak/faults/staff';
import type { Result } from '@/lib/result';

export interface BuiltAction {
  /** What the browser says in the header Next-Action. */
  id: string;
  /** A page that has it. */
  page: string;
}

/** Every server action of the last build, by its exported name. */
export function listActions(): Map<string, BuiltAction> {
  return new Map(
    Object.entries(readBuiltActions()).map(([id, { exportedName, workers }]) => {
      const [worker = ''] = Object.keys(workers).toSorted();
      const page = worker
        .replace(/^app/, '')
        .replace(/\/page$/, '')
        .replaceAll(/\/\([a-z]+\)/g, '')
        .replaceAll(/\[[a-z]+\]/g, ABSENT);
      return [exportedName, { id, page: page === '' ? '/' : page }];
    }),
  );
}

/** An id that nothing has. */
export const ABSENT = '00000000-0000-4000-8000-000000000000';

/**
 * Calls an action as the browser does. Gives what became of it in a word: `ok`, the kind of the refusal, `redirect`, or
 * the status where there was no such answer.
 */
export async function callAction(
  member: Member,
  action: BuiltAction,
  args: unknown[],
  headers: Record<string, string> = {},
): Promise<{ word: string; value: unknown }> {
  const answer = await member.ask(action.page, {
    method: 'POST',
    headers: { ...actionHeaders(action.id), ...headers },
    body: JSON.stringify(args),
  });
  if (answer.headers['x-action-redirect'] !== undefined) return { word: 'redirect', value: undefined };
  const result =
    answer.status === 200
      ? (readActionAnswer(answer.body) as Result<unknown, { kind: string }> | undefined)
      : undefined;
  if (result === undefined) return { word: String(answer.status), value: undefined };
  return result.ok ? { word: 'ok', value: result.value } : { word: result.error.kind, value: result.error };
}
