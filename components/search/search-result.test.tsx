import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PaidLine } from '@/components/search/paid-line';
import { NoTransferFound } from '@/components/search/search-coverage';
import { HiddenMatches } from '@/components/search/hidden-matches';
import {
  BatchResult,
  NoteResult,
  RecipientResult,
  RequestResult,
  TransferResult,
} from '@/components/search/search-result';
import { SimilarReferences } from '@/components/search/similar-references';
import type { FoundRequest } from '@/lib/requests/list/entry';
import { NOTHING_FOUND } from '@/lib/search/found';
import type { LiveLookup, TransferRow } from '@/lib/transfers/transfer';

const NOW = '2026-11-22T10:00:00Z';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

const textOf = (node: ReactNode) =>
  renderToString(node)
    .replaceAll(/<!--.*?-->|<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');

const transfer: TransferRow = {
  id: 't-1',
  ref_id: 'INV-7',
  amount: '0.4',
  asset: 'ETH',
  direction: 'DEBIT',
  status: 'COMPLETED',
  created_at: '2026-11-22T07:00:00Z',
  updated_at: '2026-11-22T07:10:00Z',
  flaws: [],
};

const request: FoundRequest = {
  id: 'r-1',
  refId: 'INV-7',
  state: 'REJECTED',
  requesterName: 'finance',
  recipientName: 'Nordwind',
  isMine: false,
  createdAt: '2026-11-12T10:00:00Z',
  expiresAt: '2026-11-13T10:00:00Z',
  body: {
    ref_id: 'INV-7',
    profile_id: 'p',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: ADDRESS,
    amount: '0.4',
  },
  approvals: { given: 0, required: 2, void: [] },
  send: null,
  transferId: null,
  note: '',
  match: { field: 'ref_id', how: 'exact' },
  outcome: {
    state: 'REJECTED',
    requesterName: 'finance',
    createdAt: '2026-11-12T10:00:00Z',
    expiresAt: '2026-11-13T10:00:00Z',
    approvals: { given: 0, required: 2 },
    isExpired: false,
    rejection: { personName: 'approver-one', at: '2026-11-13T08:00:00Z', reason: 'It was paid last week' },
    changedAt: '2026-11-13T08:00:00Z',
    send: null,
  },
};

const SEND = {
  isAmbiguous: false,
  isClosed: false,
  transferStatus: null,
  changedAt: '2026-11-13T08:00:00Z',
  transferId: null,
  hold: null,
  declineReason: null,
};

describe('a result of the search', () => {
  it('says of a transfer why it matches, when it was completed, and to whom it went', () => {
    const hit: TransferRow = { ...transfer, recipient: { id: 'e-1', name: 'Nordwind' } };
    const text = textOf(<TransferResult transfer={{ ...hit, match: { field: 'ref_id', how: 'exact' } }} now={NOW} />);
    expect(text).toMatch(/INV-7 .*0\.4 ETH.*Completed/);
    expect(text).toMatch(/Reference matches exactly · completed by .+ · to Nordwind/);
    expect(text).toContain('3 h ago');
    expect(textOf(<TransferResult transfer={transfer} now={NOW} />)).toContain('Found at the service');
    expect(text).toMatch(/to Nordwind · 3 h ago/);
  });

  it('shows values that no console knows as they are', () => {
    const odd: TransferRow = { id: 't-2', status: 'FROZEN', direction: 'SIDEWAYS', type: 'NEW_KIND', flaws: [] };
    expect(textOf(<TransferResult transfer={odd} now={NOW} />)).toMatch(/t-2 .*no amount.*Frozen.*no date/);
  });

  it('says of a request what became of it', () => {
    expect(textOf(<RequestResult request={request} />)).toMatch(
      /Reference matches exactly · to Nordwind.*rejected by approver-one on .+: It was paid last week\. Never sent\./,
    );
  });

  it('says of a recipient the network, the whole address, the state and the number of transfers', () => {
    const recipient = { id: 'e-1', name: 'Nordwind', network: 'ETHEREUM', address: ADDRESS, memo: null } as const;
    const shown = textOf(<RecipientResult recipient={{ ...recipient, state: 'ACTIVE', how: 'exact', transfers: 1 }} />);
    expect(shown).toContain('Nordwind Ethereum · 1 transfer');
    expect(shown.replaceAll(' ', '')).toContain(ADDRESS);
    const other = { ...recipient, memo: '42', state: 'RETIRED', how: 'similar', transfers: 2 } as const;
    expect(textOf(<RecipientResult recipient={other} />)).toMatch(/2 transfers · retired · similar name.*memo 42/);
  });

  it('says of a case note its transfer, its author and the words around the term', () => {
    const note = { id: 1, transferId: 't-1', refId: 'INV-7', by: 'support', at: NOW, excerpt: '…refund \u202E sent' };
    const text = textOf(<NoteResult note={note} />);
    expect(text).toMatch(/INV-7 Case note by support .+: …refund ⟨U\+202E⟩ sent/);
  });

  it('says what was paid to an address, with a link to the outgoing transfers', () => {
    const none = { transfers: 0, amounts: [] };
    const completed = { transfers: 1, amounts: [{ asset: 'ETH', amount: '0.4' }] };
    const paid = { address: ADDRESS, isPartial: false, completed, pending: none, failed: 0, other: 0 };
    expect(textOf(<PaidLine paid={paid} />)).toContain('Paid to this address: 1 completed: 0.4 ETH.');
    expect(renderToString(<PaidLine paid={paid} />)).toContain(`/transfers?q=${ADDRESS}&amp;direction=DEBIT`);
  });

  it('says of a batch how many withdrawals it has, and who requested it', () => {
    const batch = {
      id: 'b',
      name: 'Payroll \u202E 11',
      requesterName: 'finance',
      createdAt: NOW,
      count: 1,
      isExact: true,
    };
    expect(textOf(<BatchResult batch={batch} />)).toMatch(
      /^Payroll ⟨U\+202E⟩ 11 batch of 1 withdrawal, requested by finance .+/,
    );
    expect(textOf(<BatchResult batch={{ ...batch, count: 1200 }} />)).toContain('batch of 1,200 withdrawals');
  });

  it.each([
    [['Status: Failed'], 'the filter Status: Failed hides it.'],
    [['Status: Failed or Pending'], 'the filter Status: Failed or Pending hides it.'],
    [['Status: Failed', 'Created: since 1 Mar'], 'the filters Status: Failed and Created: since 1 Mar hide it.'],
    [['Needs attention'], 'the filter Needs attention hides it.'],
    [['Memo is a\u202Eb'], 'the filter Memo is a⟨U+202E⟩b hides it.'],
  ])('names the filters %j that hide a match', (filters, words) => {
    const match = { key: 't', href: '/transfers/t', filters, result: 'INV-7' };
    expect(textOf(<HiddenMatches matches={[match]} />)).toBe(`Found, but ${words}INV-7`);
  });

  it('offers the references that a mistyped one may have been meant for', () => {
    expect(textOf(<SimilarReferences references={['INV-1', 'INV-2', 'INV-3']} />)).toBe(
      'Did you mean INV-1, INV-2 or INV-3?',
    );
    expect(renderToString(<SimilarReferences references={['INV-1']} />)).toContain('href="/transfers?q=INV-1"');
  });
});

const NO_SUM = { transfers: 0, amounts: [] };
const PAID = { address: ADDRESS, isPartial: false, completed: NO_SUM, pending: NO_SUM, failed: 1, other: 0 };
const withRequest = (change: Partial<FoundRequest>) => ({ ...NOTHING_FOUND, requests: [{ ...request, ...change }] });

describe('a search that found no transfer', () => {
  const coverage = {
    transfers: 5000,
    isComplete: true,
    asOf: NOW,
    oldestAt: null,
    progress: null,
    error: null,
    staleSince: null,
    missingIndexes: 0,
    answeredAt: NOW,
  };
  const shown = (outcome: LiveLookup['outcome'], change: Partial<Parameters<typeof NoTransferFound>[0]> = {}) =>
    textOf(
      <NoTransferFound
        text="INV-7"
        coverage={coverage}
        limits={undefined}
        liveLookup={{ outcome, at: NOW }}
        beside={NOTHING_FOUND}
        {...change}
      />,
    );

  it('says what was searched, and that the service has no match either', () => {
    expect(shown('none')).toMatch(
      /No transfer found for “INV-7”\. Not requested here either\. ?Searched 5,000 transfers, .+also checked at [\d:]+ and found no match\./,
    );
  });

  it('does not say that what is in a batch of that name was not requested', () => {
    const batch = {
      id: 'b',
      name: 'INV-7 and more',
      requesterName: 'finance',
      createdAt: NOW,
      count: 3,
      isExact: false,
    };
    const text = shown('none', { beside: { ...NOTHING_FOUND, batches: [batch] } });
    expect(text).toContain('No transfer found for “INV-7”');
    expect(text).not.toContain('Not requested');
  });

  it('calls nothing missing where the service could not be checked, or the copy is not complete', () => {
    expect(shown('failed')).toMatch(/could not be checked at [\d:]+, so the transfer may still exist\./);
    expect(shown('none', { coverage: { ...coverage, isComplete: false } })).toContain(
      'The transfer sync is not complete, so the transfer may still exist.',
    );
  });

  it('says what was looked through besides transfers, and what was not', () => {
    const searched = ['requests', 'batches', 'notes'] as const;
    expect(shown('none', { beside: { ...NOTHING_FOUND, searched } })).toContain(
      'Also searched: withdrawal requests, batches and case notes. Not searched: fees, values in USD and attached files.',
    );
    expect(shown('none', { limits: ['too-short'] })).toContain('Nor parts of memos, metadata, names and notes: enter');
    const read = { amounts: ['1250', '1.250'], asset: 'USDC' };
    expect(shown('none', { beside: { ...NOTHING_FOUND, read } })).toContain('Read as 1,250 and as 1.25 USDC.');
  });

  it('claims no more than was searched', () => {
    expect(shown('none', { within: { hasFilters: true } })).toContain(
      'No transfer with these filters found for “INV-7”',
    );
    expect(shown('none', { within: { isCutShort: true } })).toContain('No transfer found in time for “INV-7”');
    const hidden = shown('none', { within: { hasFilters: true, isHidden: true } });
    expect(hidden).toContain('No transfer with these filters. What matches is above');
    expect(hidden).not.toMatch(/No transfer found|checked/);
  });

  it.each<[string, Partial<Parameters<typeof NoTransferFound>[0]>]>([
    ['under filters', { within: { hasFilters: true } }],
    ['where the copy is not complete', { coverage: { ...coverage, isComplete: false } }],
    ['where the service could not be checked', { liveLookup: { outcome: 'failed', at: NOW } }],
    ['where only the amount is the same', { beside: withRequest({ match: { field: 'amount', how: 'exact' } }) }],
    ['where the request has a transfer', { beside: withRequest({ transferId: 't-1' }) }],
    ['where something was paid to the address', { beside: { ...withRequest({}), paid: PAID } }],
  ])('does not say that there is no transfer %s', (_name, change) => {
    const text = shown('none', { beside: withRequest({}), ...change });
    expect(text).not.toContain('There is no transfer.');
    expect(text).toMatch(/No transfer (?:was found\. A|has this text itself\. The) withdrawal request/);
  });

  it('names what matches instead, and by what', () => {
    const byAmount = { beside: withRequest({ match: { field: 'amount', how: 'exact' } }) } as const;
    expect(shown('none', byAmount)).toContain('No transfer was found. A withdrawal request has this amount.');
    const recipient = { id: 'e-1', name: 'Nordwind', network: 'ETHEREUM', address: ADDRESS, memo: null } as const;
    const recipients = [{ ...recipient, state: 'ACTIVE', how: 'exact', transfers: 0 } as const];
    expect(shown('none', { beside: { ...NOTHING_FOUND, recipients } })).toContain(
      'A recipient has this name or address.',
    );
  });

  it('does not shout that nothing was found over what is near', () => {
    const near = [{ amount: '0.4', within: '0.05', transfers: [transfer], requests: [], hasMore: false }];
    const found = (
      <NoTransferFound
        text="0.41 ETH"
        {...{ coverage, limits: undefined, liveLookup: undefined }}
        beside={{ ...NOTHING_FOUND, near }}
      />
    );
    expect(textOf(found)).toContain('No transfer found for exactly “0.41 ETH”.');
    expect(textOf(found)).not.toContain('Not requested');
    expect(renderToString(found)).not.toContain('font-medium');
  });

  it('gives the request with the whole reference for the answer', () => {
    const text = shown('none', { beside: { ...NOTHING_FOUND, requests: [request] } });
    expect(text).toContain('There is no transfer. The withdrawal request is the answer.');
    expect(text).not.toContain('No transfer found');
  });

  it.each([
    ['was sent', { state: 'ACCEPTED', transferStatus: 'COMPLETED' }, 'leads to what was sent'],
    ['may have been sent', { state: 'UNKNOWN' }, 'not known whether there is a transfer'],
    ['was declined', { state: 'REFUSED' }, 'There is no transfer.'],
  ])('says no transfer is missing where the request %s', (_name, change, words) => {
    const send = { ...SEND, ...change } as NonNullable<FoundRequest['outcome']['send']>;
    const found = { ...request, outcome: { ...request.outcome, send } };
    expect(shown('none', { beside: { ...NOTHING_FOUND, requests: [found] } })).toContain(words);
  });
});
