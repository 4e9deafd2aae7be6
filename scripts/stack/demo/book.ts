import { randomUUID } from 'node:crypto';
import type { ProfileName } from '@/lib/profiles/find-name';
import { encodeEvmAddress } from '@/sandbox/addresses/evm-address';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { hashText, SeededRandom } from '@/sandbox/random';

/** The profiles of the sandbox, as the demo's administrators name them. */
export const PROFILES: ProfileName[] = [
  { id: 'p-customers', name: 'Client funds' },
  { id: 'p-ops', name: 'Operations' },
  { id: 'p-small', name: 'Petty cash' },
  { id: 'p-treasury', name: 'Treasury' },
];

/** Gives an address of a network by a name: always the same, and nobody knows its key. */
export const addressOf = (network: Parameters<typeof generateAddress>[0], name: string) =>
  generateAddress(network, new SeededRandom(hashText(`demo ${name}`)));

const entry = (
  name: string,
  network: Parameters<typeof generateAddress>[0],
  note: string,
  more: { memo?: string; profiles?: string[] } = {},
) => ({
  id: randomUUID(),
  after: {
    name,
    network,
    address: addressOf(network, name),
    memo: more.memo ?? null,
    note,
    profiles: more.profiles ?? [],
    beneficiary: null,
  },
});

/** The address book of the demo, with the IDs under which its entries are proposed. */
export const BOOK = {
  northwind: entry('Northwind Settlement', 'ETHEREUM', 'Weekly settlement. Confirmed by telephone with their desk.'),
  harbour: entry('Harbour Custody', 'ETHEREUM', 'Custody account for stablecoins.', {
    profiles: ['p-ops', 'p-treasury'],
  }),
  alder: entry('Alder Foundry', 'BITCOIN', 'Supplier. Invoices come by the 20th.'),
  meridian: entry('Meridian Exchange', 'SOLANA', 'Deposit address of our account there.'),
  larkspur: entry('Larkspur Logistics', 'BASE', 'Freight, paid on delivery.'),
  quarry: entry('Quarry Lane Estates', 'ETHEREUM', 'Office rent, due on the first of each month.'),
  tidewater: entry('Tidewater Payroll', 'STELLAR', 'The memo names our account there.', { memo: '4711208' }),
  ostrava: entry('Ostrava Energy', 'POLYGON_POS', 'Electricity of both data centres.'),
};

/** An address with the first and the last four characters of another one, as it is made to be mistaken for it. */
export function lookAlikeOf(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const middle = addressOf('ETHEREUM', `another ${address}`).slice(6, 38).toLowerCase();
  return encodeEvmAddress(Buffer.from(digits.slice(0, 4) + middle + digits.slice(-4), 'hex'));
}

/** Twelve suppliers of one batch, of which the sixth has an amount whose decimal point slipped. */
export const SUPPLIERS = [
  ['Aster Print', '1840.00'],
  ['Bluewater Catering', '2310.50'],
  ['Corvid Security', '1975.00'],
  ['Dovetail Interiors', '1620.75'],
  ['Elmwood Translations', '1488.20'],
  ['Fathom Research', '214500.00'],
  ['Gantry Hosting', '2055.00'],
  ['Hollow Oak Audit', '2400.00'],
  ['Inkwell Design', '1712.40'],
  ['Juniper Travel', '1899.99'],
  ['Kestrel Couriers', '1530.00'],
  ['Lattice Legal', '2230.00'],
] as const;
