import { describe, expect, it } from 'vitest';
import { explainFailedSave } from '@/lib/recipients/save-failure';
import { explainStanding, readAddressState, toAddressBody } from '@/lib/recipients/service-address';
import type { SavedData, TravelRule } from '@/lib/recipients/travel-rule';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const DATA: TravelRule = {
  receiver: 'beneficiary',
  custody: 'provider',
  provider: 'Example Exchange',
  website: '',
  purpose: 'Invoices',
  identities: [],
  savedOn: '',
  savedBy: '',
};
const beneficiary = { institution_details: { name: '株式会社' } };
const bodyOf = (data: Partial<TravelRule>, identity = '', own: Partial<SavedData> = {}) =>
  toAddressBody(
    { network: 'ETHEREUM', address: ADDRESS, beneficiary, travelRule: { ...DATA, ...data }, ...own },
    identity,
  );

describe('the body of a save', () => {
  it('has the members that the service documents, and nothing that people stated for themselves', () => {
    expect(bodyOf({ website: 'exchange.example', savedOn: '2026-11-30', savedBy: 'Ada' }, 'identity-1')).toEqual({
      crypto_network: 'ETHEREUM',
      address: ADDRESS,
      identity_id: 'identity-1',
      travelrule_metadata: {
        custodian_type: 'VASP',
        vasp: { name: 'Example Exchange', website: 'exchange.example' },
        transfer_purpose: 'Invoices',
        beneficiary,
      },
    });
  });

  it('names a provider of the directory by its ID, an own wallet by none, and the desk as itself', () => {
    expect(bodyOf({ providerId: 'vasp-1' })).toMatchObject({ travelrule_metadata: { vasp: { id: 'vasp-1' } } });
    expect(bodyOf({ custody: 'own-wallet', provider: '', receiver: 'desk' }, '', { beneficiary: null })).toEqual({
      crypto_network: 'ETHEREUM',
      address: ADDRESS,
      travelrule_metadata: { custodian_type: 'PRIVATE', transfer_purpose: 'Invoices', beneficiary: { self: true } },
    });
    expect(toAddressBody({ network: 'ETHEREUM', address: ADDRESS, beneficiary }, '')).toBeUndefined();
  });
});

describe('the state in an answer', () => {
  const key = { network: 'ETHEREUM', address: ADDRESS, identity: '' };
  const item = { crypto_network: 'ETHEREUM', address: ADDRESS.toLowerCase(), status: 'PENDING' };
  it.each<[string, unknown, string | null | undefined]>([
    ['as given, for the same address in another spelling', item, 'PENDING'],
    ['as given where it is unknown', { ...item, status: 'ON_HOLD', more: [1] }, 'ON_HOLD'],
    ['cut where it is endless', { ...item, status: 'X'.repeat(5000) }, 'X'.repeat(64)],
    ['null where there is none', { ...item, status: 7 }, null],
    [
      'read with a nil identity as without one',
      { ...item, identity_id: '00000000-0000-0000-0000-000000000000' },
      'PENDING',
    ],
    ['none for another network', { ...item, crypto_network: 'BASE' }, undefined],
    ['none for another identity', { ...item, identity_id: 'identity-1' }, undefined],
    ['none for another address', { ...item, address: `${ADDRESS}0` }, undefined],
    ['none for what is no address', null, undefined],
    ['none for a list', [item], undefined],
  ])('is %s', (_name, answer, state) => {
    expect(readAddressState(answer, key)).toBe(state);
  });

  it.each([
    [{ kind: 'given', state: 'PENDING' }, /reviewing this address/],
    [{ kind: 'given', state: 'REJECTED' }, /rejected this address/],
    [{ kind: 'given', state: 'ON_HOLD' }, /does not know: ON_HOLD/],
    [{ kind: 'given', state: null }, /gives no state/],
    [{ kind: 'unknown' }, /does not list this address/],
    [{ kind: 'unchecked', reason: 'It took too long.' }, /could not be checked/],
  ] as const)('%j is explained with what to do', (standing, title) => {
    const finding = explainStanding(standing);
    expect(finding?.title).toMatch(title);
    expect(finding?.next).toMatch(/submit/);
  });

  it('is no finding where it is approved', () => {
    expect(explainStanding({ kind: 'given', state: 'APPROVED' })).toBeUndefined();
  });
});

const problem = (status: number, detail = '') =>
  ({ kind: 'problem', problem: { status, type: 'x', title: '', detail, meta: {}, isReadable: true } }) as const;

it.each([
  [problem(400, 'vasp.id is unknown.'), 'declined', /vasp\.id is unknown/],
  [{ kind: 'credential', status: 401, error: '' }, 'declined', /Nothing was sent/],
  [problem(302), 'unknown', /may or may not/],
  [problem(429), 'unknown', /may or may not/],
  [problem(503), 'unknown', /may or may not/],
  [{ kind: 'timeout' }, 'unknown', /effect of saving them once/],
] as const)('a save that failed with %j is %s', (failure, kind, words) => {
  const explained = explainFailedSave(failure);
  expect(explained.kind).toBe(kind);
  expect(Object.values(explained.explanation).join(' ')).toMatch(words);
});
