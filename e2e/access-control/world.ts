import { randomUUID } from 'node:crypto';
import { callAction, listActions } from '@/e2e/access-control/actions';
import type { People } from '@/e2e/access-control/people';
import type { Member } from '@/e2e/soak/faults/staff';
import { filledForm } from '@/scripts/stack/filled-form';

/** What others than finance have made. */
export interface World {
  /** A request of somebody else with the role finance, and the key of its form. */
  requestId: string;
  formKey: string;
  /** A batch of theirs, and its key. */
  groupId: string;
  batchKey: string;
  /** What they asked to be changed. */
  proposalId: string;
  /** The name of a view that they keep. */
  view: string;
}

/** A change of the book that adds an entry, with a name and an address of its own. */
export function addition(id: string = randomUUID()) {
  const address = `0x${randomUUID().replaceAll('-', '')}00000000`.toLowerCase();
  const after = { name: `Desk ${id.slice(0, 8)}`, network: 'ETHEREUM', address, memo: null, note: '', profiles: [] };
  return {
    kind: 'recipient',
    subject: id,
    payload: { changes: [{ kind: 'add', id, after, chosen: '', lookAlikes: [] }] },
    comment: 'It is a new desk',
  };
}

/** Makes what the others have. */
export async function makeWorld({ other }: People): Promise<World> {
  const actions = listActions();
  const make = async <Value>(member: Member, name: string, ...args: unknown[]): Promise<Value> => {
    const action = actions.get(name);
    if (!action) throw new Error(`The build has no action ${name}.`);
    const { word, value } = await callAction(member, action, args);
    if (word !== 'ok') throw new Error(`${name}: ${word} ${JSON.stringify(value)}`);
    return value as Value;
  };
  const [formKey, batchKey, view] = [randomUUID(), randomUUID(), 'Of somebody else'];
  const { requestId } = await make<{ requestId: string }>(other, 'createRequestAction', {
    formKey,
    form: filledForm(),
  });
  const { groupId } = await make<{ groupId: string }>(other, 'createBatchAction', {
    batchKey,
    name: 'Rent',
    items: [filledForm(), filledForm()],
  });
  const { proposalId } = await make<{ proposalId: string }>(other, 'proposeAction', addition());
  await make(other, 'saveViewAction', { name: view, parameters: 'asset=BTC' });
  return { requestId, formKey, groupId, batchKey, proposalId, view };
}
