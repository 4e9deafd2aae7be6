import { describe, expect, it } from 'vitest';
import { listAddressNotes, NOTE_PLACES, type NotePlace } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import { NETWORKS, resolveNetwork } from '@/lib/networks/networks';
import { checkRecipientEntry, describeAddressNotes, describeEntryNotes } from '@/lib/recipients/entry-checks';
import { EMPTY_RECIPIENT_FORM, recipientFormSchema } from '@/lib/recipients/form';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { assessRisk } from '@/lib/risk/risk-card';
import type { RiskFacts } from '@/lib/risk/risk-facts';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';
import { checkRow } from '@/lib/requests/import/check-row';
import { WITHDRAWAL_COLUMNS } from '@/lib/requests/import/columns';
import { viewRow } from '@/lib/requests/import/view-row';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';

interface Noted {
  network: string;
  address: string;
  /** What is known of the address, in every place. */
  fact: RegExp;
  /** What is to be done about it, place by place. */
  does: Record<NotePlace, RegExp>;
}

const SPELLING = {
  form: /Compare every character with the address that the recipient gave you\./,
  sheet: /Compare every character of this cell/,
  approver: /Compare every character.* or ask the requester/,
  book: /Save or confirm it only if every character/,
};
const LOST = {
  form: /Ask the recipient for another address\./,
  sheet: /Ask the recipient for another address\./,
  approver: /Reject the withdrawal/,
  book: /Ask the recipient for another address\./,
};
const meantFor = (network: string) => ({
  form: new RegExp(`recipient gave you this address for ${network}\\.`),
  sheet: new RegExp(`recipient of this row gave the address for ${network}\\.`),
  approver: new RegExp(`Ask the requester whether the recipient gave it for ${network}\\.`),
  book: new RegExp(`Save or confirm it only if the recipient gave it for ${network}\\.`),
});
const everywhere = (pattern: RegExp) => ({ form: pattern, sheet: pattern, approver: pattern, book: pattern });

const SMALL = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const SUI = '0x259ff8074ab425cbb489f236e18e08f03f1a7856bdf7c7a2877bd64f738b5015';

const NOTES: Record<string, Noted> = {
  'small letters': { network: 'ETHEREUM', address: SMALL, fact: /Written in small letters, so/, does: SPELLING },
  'capital letters': {
    network: 'BASE',
    address: `0x${SMALL.slice(2).toUpperCase()}`,
    fact: /Written in capital letters, so/,
    does: SPELLING,
  },
  'no checksum on Solana': {
    network: 'SOLANA',
    address: 'Vote111111111111111111111111111111111111111',
    fact: /No key can control|no checksum/,
    does: {
      form: /compare every character|Compare every character/,
      sheet: /this row|this cell/,
      approver: /the requester/,
      book: /Save or confirm it only/,
    },
  },
  'no checksum on Sui': { network: 'SUI', address: SUI, fact: /Sui addresses have no checksum/, does: SPELLING },
  'shared by Bitcoin and Bitcoin Cash': {
    network: 'BITCOIN',
    address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    fact: /Bitcoin Cash uses the same address format/,
    does: meantFor('Bitcoin'),
  },
  'shared by Bitcoin, Bitcoin Cash and Litecoin': {
    network: 'BITCOIN',
    address: '31nM1WuowNDzocNxPPW9NQWJEtwWpjfcLj',
    fact: /Bitcoin Cash and Litecoin use the same address format/,
    does: meantFor('Bitcoin'),
  },
  'legacy of Litecoin': {
    network: 'LITECOIN',
    address: '31nM1WuowNDzocNxPPW9NQWJEtwWpjfcLj',
    fact: /Bitcoin uses the same legacy format/,
    does: meantFor('Litecoin'),
  },
  'legacy of Bitcoin Cash': {
    network: 'BITCOIN_CASH',
    address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    fact: /Bitcoin uses the same legacy format/,
    does: meantFor('Bitcoin Cash'),
  },
  'contract of a token': {
    network: 'ETHEREUM',
    address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    fact: /contract of USDC itself.*Funds sent here are lost/,
    does: LOST,
  },
  'burned coins': {
    network: 'BITCOIN',
    address: '1BitcoinEaterAddressDontSendf59kuE',
    fact: /used to destroy coins/,
    does: LOST,
  },
  'of a test network': {
    network: 'BITCOIN',
    address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    fact: /test network/,
    does: everywhere(/Ask the recipient for an address on the main network/),
  },
  'with a mistake': {
    network: 'ETHEREUM',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    fact: /one character is wrong/,
    does: everywhere(/./),
  },
  'of a network that cannot be checked': {
    network: 'TRON',
    address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    fact: /cannot be checked here/,
    // The sheet asks the form's check of a network without a format.
    does: { ...SPELLING, sheet: SPELLING.form },
  },
};

const TRON = { id: 'TRON', label: 'Tron' };
const networks = [...NETWORKS, resolveNetwork('SUI'), TRON];
const registry = { ...DEFAULT_SENDABLE, networks, serviceNetworks: networks.map(({ id }) => id) };

/** Reads what each place shows about the address, by the function that the place calls. */
const READ: Record<NotePlace, (noted: Noted) => string> = {
  form: ({ network, address }) =>
    [
      ...checkWithdrawal({ ...EMPTY_WITHDRAWAL_FORM, network, destinationAddress: address }, registry)
        .filter(({ path }) => path === 'destinationAddress')
        .map(({ message }) => message),
      // components of the form show the notes of a right address beside it.
      ...listAddressNotes(checkAddress(address, resolveNetwork(network, networks)), 'form'),
    ].join(' '),
  sheet: ({ network, address }) => {
    const columns = WITHDRAWAL_COLUMNS.mapColumns(['profile', 'asset', 'network', 'address', 'amount']);
    const row = { number: 1, cells: ['p-ops', 'ETH', network, address, '1'], chosenAddress: '' };
    const check = checkRow(row, { columns, registry, recipients: new Map() });
    const serverCheck = { issues: [], signals: ['address-note'] };
    const { issues } = viewRow(row, columns, { check, duplicates: [], serverCheck });
    return issues
      .filter(({ column }) => column === 3)
      .map(({ message }) => message)
      .join(' ');
  },
  approver: ({ network, address }) => {
    const facts: Partial<RiskFacts> = {
      network,
      asset: 'ETH',
      value: '1',
      memo: null,
      address: checkAddress(address, resolveNetwork(network, networks)),
      textNotes: [],
      profileId: 'p-ops',
      ownPayments: 'unavailable',
      otherPayments: 'unavailable',
      coverage: 'unavailable',
      isKnownProfile: 'unavailable',
      profileAmounts: 'unavailable',
      repeatedRequests: 'unavailable',
      openRequests: 'unavailable',
      savedEntries: 'unavailable',
      registry: 'unavailable',
    };
    return assessRisk(facts as RiskFacts).lines.find(({ id }) => id === 'address')?.text ?? '';
  },
  book: ({ network, address }) => {
    const entry = entryOf(network, address);
    const issues = checkRecipientEntry(entry, networks).map(({ message }) => message);
    return [...issues, describeAddressNotes(entry)].join(' ');
  },
};

function entryOf(network: string, address: string): RecipientEntry {
  const filled = { ...EMPTY_RECIPIENT_FORM, name: 'Cold store', network: 'ETHEREUM', address: SMALL };
  return { ...recipientFormSchema.parse(filled), network, address };
}

describe.each(NOTE_PLACES)('the %s', (place) => {
  it.each(Object.entries(NOTES))('says of an address that is %s what is known and what its reader does', (_, noted) => {
    const said = READ[place](noted);
    expect(said).toMatch(noted.fact);
    expect(said).toMatch(noted.does[place]);
    expect(said).not.toMatch(/\{network\}|undefined/);
  });

  it('speaks to its reader alone', () => {
    for (const noted of Object.values(NOTES)) {
      const said = listAddressNotes(checkAddress(noted.address, resolveNetwork(noted.network, networks)), place).join(
        ' ',
      );
      if (place !== 'sheet') expect(said).not.toMatch(/this cell|this row/);
      if (place !== 'approver') expect(said).not.toMatch(/the requester|[Rr]eject/);
      if (place !== 'book') expect(said).not.toMatch(/[Ss]ave or confirm/);
    }
  });
});

const STELLAR = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';

it('each place says that recipients of the network often need a memo', () => {
  const form = { ...EMPTY_WITHDRAWAL_FORM, network: 'STELLAR', destinationAddress: STELLAR };
  expect(checkWithdrawal(form, registry).find(({ path }) => path === 'memo')?.message).toMatch(
    /often need a memo\. Enter/,
  );
  expect(describeEntryNotes(entryOf('STELLAR', STELLAR))).toMatch(/often need a memo\. Save or confirm an entry/);
});
