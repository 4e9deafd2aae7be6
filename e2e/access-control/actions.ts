import { actionHeaders, readActionAnswer, readBuiltActions } from '@/scripts/stack/actions';
import type { Member } from '@/scripts/stack/member';
import type { Result } from '@/lib/result';

export interface BuiltAction {
  /** Value of the header Next-Action. */
  id: string;
  /** A page that contains the action. */
  page: string;
}

/** Lists every server action of the last build by its exported name. */
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

/** An id that does not exist. */
export const ABSENT = '00000000-0000-4000-8000-000000000000';

/**
 * Calls an action as a browser does. Returns the outcome: `ok`, the kind of the failure, `redirect`, or the HTTP status
 * if the answer has no result.
 */
export async function callAction(
  member: Member,
  action: BuiltAction,
  { args, headers = {} }: { args: unknown[]; headers?: Record<string, string> },
): Promise<{ outcome: string; value: unknown }> {
  const answer = await member.ask(action.page, {
    method: 'POST',
    headers: { ...actionHeaders(action.id), ...headers },
    body: JSON.stringify(args),
  });
  if (answer.headers['x-action-redirect'] !== undefined) return { outcome: 'redirect', value: undefined };
  const result =
    // The request guard answers a call without a session as the action would, with 401.
    answer.status === 200 || answer.status === 401
      ? (readActionAnswer(answer.body) as Result<unknown, { kind: string }> | undefined)
      : undefined;
  if (result === undefined) return { outcome: String(answer.status), value: undefined };
  return result.ok ? { outcome: 'ok', value: result.value } : { outcome: result.error.kind, value: result.error };
}
