import type { Seeded } from '@/scripts/testing/seeded';
import { type BuiltAction, listActions } from '@/e2e/access-control/actions';
import { ACTION_ROWS, PUBLIC_ACTIONS, INVALID_INPUT } from '@/e2e/access-control/action-table';
import type { Visitor } from '@/e2e/access-control/people';
import { PAGE_ROWS, ROUTE_ROWS } from '@/e2e/access-control/route-table';
import type { World } from '@/e2e/access-control/world';
import { pick } from '@/e2e/soak/malformed/values';

/** A request that no browser would send. */
export interface MalformedRequest {
  visitor: Visitor;
  method: 'GET' | 'POST';
  path: string;
  headers: [name: string, value: string][];
  body?: Buffer;
}

/** Valid requests, to be malformed. */
export interface Targets {
  actions: { visitor: Visitor; action: BuiltAction; args: unknown[] }[];
  reads: { path: string }[];
  posts: { path: string; body: unknown }[];
}

/** Lists the actions, reads and posts of the access-control tables. */
export function listTargets(world: World): Targets {
  const builtActions = listActions();
  const actions = ACTION_ROWS.flatMap(({ action: name, input }) => {
    const action = builtActions.get(name);
    return action && !PUBLIC_ACTIONS.includes(name)
      ? [{ visitor: INVALID_INPUT[name]?.as ?? 'admin', action, args: [input(world)] }]
      : [];
  });
  const rows = ROUTE_ROWS.map(({ method, path, body, bodyIn }) => ({
    method,
    path: path(world),
    body: bodyIn ? bodyIn(world) : body,
  }));
  return {
    actions,
    reads: [...rows.filter(({ method }) => method === 'GET'), ...PAGE_ROWS.map(({ path }) => ({ path: path(world) }))],
    posts: rows.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body })),
  };
}

export type Generate = (random: Seeded, targets: Targets) => MalformedRequest;

/** Kinds of malformed requests; `share` is the relative frequency of each. */
export type Kinds = Record<string, { share: number; generate: Generate }>;

/** Generates a call of an action with a body in place of its arguments. */
export function call(
  random: Seeded,
  { actions }: Targets,
  write: (args: unknown[]) => string | Buffer,
): MalformedRequest {
  const { visitor, action, args } = pick(random, actions);
  const headers: MalformedRequest['headers'] = [
    ['next-action', action.id],
    ['content-type', 'text/plain;charset=UTF-8'],
    ['accept', 'text/x-component'],
  ];
  return { visitor, method: 'POST', path: action.page, headers, body: Buffer.from(write(args)) };
}
