import type { Seeded } from '@/scripts/testing/seeded';
import { type BuiltAction, listActions } from '@/e2e/access-control/actions';
import { ACTION_ROWS, FOR_EVERYBODY, UNREADABLE } from '@/e2e/access-control/action-table';
import type { Who } from '@/e2e/access-control/people';
import { PAGE_ROWS, ROUTE_ROWS } from '@/e2e/access-control/route-table';
import type { World } from '@/e2e/access-control/world';
import { pick } from '@/e2e/soak/malformed/values';

/** A request as nobody's browser would make it. */
export interface Shot {
  who: Who;
  method: 'GET' | 'POST';
  path: string;
  headers: [name: string, value: string][];
  body?: Buffer;
}

/** What can be asked for rightly, to be spoiled. */
export interface Targets {
  actions: { who: Who; action: BuiltAction; args: unknown[] }[];
  reads: { path: string }[];
  posts: { path: string; body: unknown }[];
}

export function listTargets(world: World): Targets {
  const built = listActions();
  const actions = ACTION_ROWS.flatMap(({ action: name, input }) => {
    const action = built.get(name);
    return action && !FOR_EVERYBODY.includes(name)
      ? [{ who: UNREADABLE[name]?.as ?? 'admin', action, args: [input(world)] }]
      : [];
  });
  const rows = ROUTE_ROWS.map(({ method, path, body }) => ({ method, path: path(world), body }));
  return {
    actions,
    reads: [...rows.filter(({ method }) => method === 'GET'), ...PAGE_ROWS.map(({ path }) => ({ path: path(world) }))],
    posts: rows.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body })),
  };
}

export type Draw = (random: Seeded, targets: Targets) => Shot;

/** Ways in which something goes wrong; `share`: how often each is drawn. */
export type Kinds = Record<string, { share: number; draw: Draw }>;

const TYPE = 'text/plain;charset=UTF-8';

/** A call of an action with this body in place of its arguments. */
export function call(
  random: Seeded,
  { actions }: Targets,
  write: (args: unknown[]) => string | Buffer,
  type = TYPE,
): Shot {
  const { who, action, args } = pick(random, actions);
  const headers: Shot['headers'] = [
    ['next-action', action.id],
    ['content-type', type],
    ['accept', 'text/x-component'],
  ];
  return { who, method: 'POST', path: action.page, headers, body: Buffer.from(write(args)) };
}
