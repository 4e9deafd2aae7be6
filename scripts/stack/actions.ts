import { readFileSync } from 'node:fs';
import type { Answer, Member } from '@/scripts/stack/member';

interface BuiltAction {
  exportedName: string;
  /** Workers by the page that contains the action. */
  workers: Record<string, unknown>;
}

/** Reads every server action of the last build, by id. */
export function readBuiltActions(): Record<string, BuiltAction> {
  return (
    JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8')) as {
      node: Record<string, BuiltAction>;
    }
  ).node;
}

/** Returns the headers with which a browser calls an action. */
export const actionHeaders = (id: string) => ({
  'next-action': id,
  accept: 'text/x-component',
  'content-type': 'text/plain;charset=UTF-8',
});

let builtActions: Record<string, BuiltAction> | undefined;

/** Composes the headers and body with which a browser calls a server action of the last build with one value. */
export function writeActionCall(action: string, input: unknown): { headers: Record<string, string>; body: string } {
  builtActions ??= readBuiltActions();
  const [id] = Object.entries(builtActions).find(([, { exportedName }]) => exportedName === action) ?? [];
  if (id === undefined) throw new Error(`The build has no action ${action}.`);
  return { headers: actionHeaders(id), body: JSON.stringify([input]) };
}

/** Reads the value in an action's answer, if there is one: row 0 names the row that holds the value (`{"a":"$@1"}`). */
export function readActionAnswer(body: string): unknown {
  const rows = new Map(
    body.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
    }),
  );
  const named = /"a":"\$@([0-9a-f]+)"/.exec(rows.get('0') ?? '')?.[1];
  const row = named === undefined ? undefined : rows.get(named);
  return row === undefined || row.startsWith('E') ? undefined : JSON.parse(row);
}

/** The answer to an action, with its value if there is one. */
export interface ClickAnswer<Value> extends Answer {
  value: Value | undefined;
}

/** Calls a server action of the last build as a browser would, from a page that contains the action. */
export async function click<Value>(
  member: Member,
  { page, action, input }: { page: string; action: string; input: unknown },
): Promise<ClickAnswer<Value>> {
  const answer = await member.ask(page, { method: 'POST', ...writeActionCall(action, input) });
  return { ...answer, value: readActionAnswer(answer.body) as Value | undefined };
}
