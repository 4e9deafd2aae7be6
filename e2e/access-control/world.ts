import { randomUUID } from 'node:crypto';
import { callAction, listActions } from '@/e2e/access-control/actions';
import type { People } from '@/e2e/access-control/people';
import { type Member, parse } from '@/scripts/stack/member';
import { filledForm } from '@/scripts/stack/filled-form';

/** Data that another person has created. */
export interface World {
  /** A request of another person with the role finance, and the key of its form. */
  requestId: string;
  formKey: string;
  /** A batch of that person, and its key. */
  bundleId: string;
  batchKey: string;
  /** A proposal of that person. */
  proposalId: string;
  /** The name of a saved view of that person. */
  view: string;
}

/** Returns a proposal to add an address book entry with a unique name and address. */
export function addEntryProposal(id: string = randomUUID()) {
  // Random at both ends: one that resembles another entry would have to be confirmed.
  const address = `0x${randomUUID().replaceAll('-', '')}${randomUUID().slice(0, 8)}`;
  const after = { name: `Desk ${id.slice(0, 8)}`, network: 'ETHEREUM', address, memo: null, note: '', profiles: [] };
  return {
    kind: 'recipient',
    subject: id,
    payload: { changes: [{ kind: 'add', id, after, chosen: '', lookAlikes: [] }] },
    comment: 'A new desk',
  };
}

/** What the other person's data says, so that a test can find it again. */
export interface WorldText {
  profileId?: string;
  note?: string;
  batch?: string;
}

/** Creates the other person's data. */
export async function createWorld(
  { other }: Pick<People, 'other'>,
  { batch = 'Rent', ...text }: WorldText = {},
): Promise<World> {
  const actions = listActions();
  const create = async <Value>(member: Member, name: string, ...args: unknown[]): Promise<Value> => {
    const action = actions.get(name);
    if (!action) throw new Error(`The build has no action ${name}.`);
    const { outcome, value } = await callAction(member, action, { args });
    if (outcome !== 'ok') throw new Error(`${name}: ${outcome} ${JSON.stringify(value)}`);
    return value as Value;
  };
  const [formKey, batchKey, view] = [randomUUID(), randomUUID(), 'View of another person'];
  const { requestId } = await create<{ requestId: string }>(other, 'createRequestAction', {
    formKey,
    form: filledForm(text),
  });
  const created = await other.ask('/api/withdrawals/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ batchKey, name: batch, items: [filledForm(text), filledForm(text)] }),
  });
  const bundleId = parse<{ value: { bundleId: string } }>(created.body).value?.bundleId;
  if (bundleId === undefined) throw new Error(`The batch was not created: ${created.status} ${created.body}`);
  const { proposalId } = await create<{ proposalId: string }>(other, 'proposeAction', addEntryProposal());
  await create(other, 'saveViewAction', { name: view, parameters: 'asset=BTC' });
  return { requestId, formKey, bundleId, batchKey, proposalId, view };
}
