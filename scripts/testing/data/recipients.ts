import { randomBytes, randomUUID } from 'node:crypto';
import { caller } from '@/scripts/testing/people/caller';
import { surely } from '@/scripts/testing/results';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import type { TravelRule } from '@/lib/recipients/travel-rule';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';

/** The two people of a desk who change its address book. */
interface Desk {
  finance: { sessionId: string };
  approver: { sessionId: string };
}

/** Gives an EVM address that nothing has. */
export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** Travel-rule data that people saved at the service themselves. */
export const TRAVEL_RULE: TravelRule = {
  receiver: 'desk',
  custody: 'provider',
  provider: 'Example Exchange',
  website: 'exchange.example',
  purpose: 'Own funds',
  identities: [],
  savedOn: '2026-11-28',
  savedBy: 'Ada Byron',
};

/** Proposes a change of one entry as the first person, confirms it as the second, and leaves the first signed in. */
export async function changeByTwo({ finance, approver }: Desk, payload: object, id: string) {
  caller.sessionId = finance.sessionId;
  const comment = 'by phone';
  const proposed = await propose({ kind: 'recipient', subject: id, payload: { changes: [payload] }, comment });
  if (!proposed.ok) return proposed;
  caller.sessionId = approver.sessionId;
  const confirmed = await confirmProposal({ proposalId: proposed.value.proposalId, comment });
  caller.sessionId = finance.sessionId;
  return confirmed;
}

/** Adds an entry by two people. */
export async function addRecipient(desk: Desk, own: Partial<RecipientEntry>) {
  const id = randomUUID();
  const entry: RecipientEntry = {
    name: `Desk ${id.slice(0, 8)}`,
    network: 'ETHEREUM',
    address: newAddress(),
    memo: null,
    note: '',
    profiles: [],
    beneficiary: null,
    ...own,
  };
  surely(await changeByTwo(desk, { kind: 'add', id, after: entry }, id));
  return { id, entry };
}
