import { randomUUID } from 'node:crypto';
import { sumByAsset } from '@/lib/requests/bundles/batches';
import { listParts } from '@/lib/requests/bundles/entered-totals';
import type { RequestView } from '@/lib/requests/request-view';
import type { Result } from '@/lib/result';
import { needsAmountEntry } from '@/lib/risk/recipient-checks';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import type { DeskPerson } from '@/scripts/stack/demo/desk-person';

/** The people who make the desk of the demo, by their names in the sandbox. */
const DESK_PEOPLE = ['finance', 'finance-two', 'approver-one', 'approver-two', 'admin', 'admin-two'] as const;
type Name = (typeof DESK_PEOPLE)[number];

/** Signs in everybody who makes the desk. */
export async function signInAll<Person>(signIn: (name: Name) => Promise<Person>): Promise<Record<Name, Person>> {
  const entries = await Promise.all(DESK_PEOPLE.map(async (name) => [name, await signIn(name)] as const));
  return Object.fromEntries(entries) as Record<Name, Person>;
}

/** The people at a console, and the sandbox behind it. */
export interface Desk {
  people: Record<Name, DeskPerson>;
  sandboxUrl: string;
  /** Lets the workers of the console work for a moment. */
  pause: () => Promise<unknown>;
}

/** A request that was made. */
export interface Requested {
  requestId: string;
}

/** Requests a withdrawal as the form does when it is submitted. */
export function request(
  person: DeskPerson,
  form: WithdrawalForm,
  { action = 'createRequestAction', ...more }: { action?: string; attachmentIds?: string[] } = {},
): Promise<Requested> {
  return act(person, { page: '/withdrawals/new', action, input: { formKey: randomUUID(), form, ...more } });
}

/** Approves a request as one approver, and as the other where that is not enough. */
export async function approve({ people }: Desk, requested: Requested): Promise<void> {
  const state = await vote(people['approver-one'], requested);
  if (state === 'AWAITING_APPROVAL') await vote(people['approver-two'], requested);
}

const APPROVED = { verdict: 'APPROVED', comment: '' };

/** Decides on a request as its page does, on the bytes that were read. Gives its state, as far as the answer says. */
export async function vote(person: DeskPerson, requested: Requested, given = APPROVED): Promise<string> {
  const shown = await readRequest(person, requested);
  const { version, bodySha256, bundle, checks, state: before } = shown;
  const page = pageOf(requested);
  const sums = needsAmountEntry(checks) ? sumByAsset(listParts(shown)) : [];
  const totals = Object.fromEntries(sums.map(({ asset, total }) => [asset, total]));
  if (bundle?.kind === 'test-payment') {
    const input = { bundleId: bundle.id, bundleSha256: bundle.sha256, totals, ...given };
    await act(person, { page, action: 'decideOnBundleAction', input });
    return before;
  }
  const input = { ...requested, version, bodySha256, totals, ...given };
  const { state } = await act<{ state: string }>(person, { page, action: 'decideAction', input });
  return state;
}

/** Gives the page of a request. */
export const pageOf = ({ requestId }: Requested) => `/withdrawals/${requestId}`;

/** Reads a request as its page does. */
export const readRequest = (person: DeskPerson, { requestId }: Requested) =>
  person.ask(`/api/withdrawals/${requestId}`) as Promise<RequestView>;

const ARRIVAL_MS = 20_000;

/** Waits until the service has completed a withdrawal. */
export async function untilCompleted({ people, pause }: Desk, requested: Requested): Promise<void> {
  const deadline = performance.now() + ARRIVAL_MS;
  while ((await readRequest(people.finance, requested)).send?.transferStatus !== 'COMPLETED') {
    if (performance.now() > deadline) throw new Error('a payment did not arrive in time');
    await pause();
  }
}

interface TwoPeople {
  by: DeskPerson;
  confirmedBy: DeskPerson;
  page: string;
}

/** Proposes a change as one person and confirms it as another. */
export async function changeByTwo({ by, confirmedBy, page }: TwoPeople, change: object): Promise<void> {
  const { proposalId } = await act<{ proposalId: string }>(by, {
    page,
    action: 'proposeAction',
    input: { ...change, comment: 'For the new desk.' },
  });
  await act(confirmedBy, { page, action: 'confirmProposalAction', input: { proposalId, comment: '' } });
}

/** Takes an action as a person. Gives its value; throws an error where it was refused. */
export async function act<Value>(person: DeskPerson, call: Parameters<DeskPerson['act']>[0]): Promise<Value> {
  return takeResult(call.action, await person.act(call)) as Value;
}

/** Takes the value out of what the console answered; throws an error that names the step where it was refused. */
export function takeResult(step: string, answered: unknown): unknown {
  const result = answered as Result<unknown, unknown>;
  if (!result.ok) throw new Error(`${step} was refused: ${JSON.stringify(result.error)}`);
  return result.value;
}
