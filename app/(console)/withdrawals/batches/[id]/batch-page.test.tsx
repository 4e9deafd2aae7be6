import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BatchDialog } from '@/app/(console)/withdrawals/batches/[id]/batch-dialogs';
import { BatchHead } from '@/app/(console)/withdrawals/batches/[id]/batch-head';
import { BatchPanel } from '@/app/(console)/withdrawals/batches/[id]/batch-panel';
import { BatchRows } from '@/app/(console)/withdrawals/batches/[id]/batch-rows';
import type { Looks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { pickSummed } from '@/lib/requests/bundles/batch-sum';
import type { BatchItem, BatchView } from '@/lib/requests/bundles/batches';
import { orderByFindings } from '@/lib/requests/bundles/item-amounts';
import { judgeLook, listCovered, listSteps } from '@/lib/requests/bundles/looks';
import type { SignalId } from '@/lib/policy/signals';

const RESEMBLES = 'The address closely resembles that of';
const FIRST_PAYMENT: SignalId[] = ['new-recipient', 'not-in-book'];

const PRICED = { usd: '143150', pricedAt: null };
const addressOf = (position: number) => `0x${String(position + 10).repeat(20)}`;
const item = (position: number, signals: SignalId[] = [], change: Partial<BatchItem> = {}) =>
  ({
    id: `item-${position}`,
    refId: `ref-${position}`,
    note: '',
    state: 'AWAITING_APPROVAL',
    position,
    recipientName: signals === FIRST_PAYMENT ? null : `Recipient ${position}`,
    approvals: { given: 0, required: 2, void: [] },
    send: null,
    value: PRICED,
    leavesAt: null,
    canDecide: true,
    canReject: true,
    isLastApproval: false,
    look: {
      ...judgeLook({ signals, among: [], isAllowed: true, hasFiles: false, hasOpenQuestion: false }),
      seen: `seen-${position}`,
      similarAddresses: [],
      normalAddress: addressOf(position),
    },
    body: {
      profile_id: 'p-ops',
      asset: 'ETH',
      amount: position === 4 ? '1500.000000000000000001' : `2.${position}`,
      crypto_network: 'ETHEREUM',
      destination_address: addressOf(position),
    },
    ...change,
  }) as unknown as BatchItem;

/** A payment to an address; of all of them one has a name. */
const pay = (position: number, to: string, amount: string, signals: SignalId[] = []) => {
  const body = { ...item(position).body, destination_address: to, amount } as BatchItem['body'];
  return item(position, signals, { body, recipientName: position === 1 ? 'Delta Freight' : null });
};

/** A batch of forty: one unusual amount, 22 first payments, and known recipients. */
const FORTY = Array.from({ length: 40 }, (_, position) =>
  item(position, position === 4 ? ['amount-unusual'] : position < 23 ? FIRST_PAYMENT : []),
);

const batchOf = (items: BatchItem[], change: Partial<BatchView> = {}): BatchView => ({
  id: 'batch',
  name: 'nov-suppliers',
  requesterName: 'finance',
  isMine: false,
  createdAt: '2026-11-29T10:12:00Z',
  items,
  needs: [],
  waiting: { requestIds: items.map(({ id }) => id), sha256: '' },
  denialReason: { approve: null, reject: null, cancel: 'Only the requester can cancel this batch.' },
  isSignInFresh: true,
  isSendingStopped: false,
  isSigner: false,
  decidesFor: [],
  hasEvidence: false,
  signatures: { request: { seed: 'finance', isSigned: false }, decisions: [] },
  ...change,
});

const nothing = () => undefined;

/** The looks of a reader who looked at so many steps; `opened` is the open one. */
function looksOf(items: BatchItem[], seen = 0, opened?: number): Looks {
  const steps = listSteps(orderByFindings(items).map((one) => one.item));
  const looked = steps.slice(0, seen);
  const isItemSeen = (one: BatchItem) => looked.some((step) => step.items.includes(one));
  return {
    steps,
    current: opened === undefined ? undefined : steps[opened],
    left: steps.slice(seen),
    covered: listCovered(items, isItemSeen),
    chosen: {},
    changed: [],
    amounts: {},
    returned: undefined,
    enter: nothing,
    keepOpen: nothing,
    settleReturn: nothing,
    isSeen: (step) => looked.includes(step),
    isItemSeen,
    isAmountLeft: ({ canDecide, look }) => canDecide && look?.isAmountAsked === true,
    blockReason: nothing,
    choose: nothing,
    open: nothing,
    markSeen: nothing,
    move: nothing,
  };
}

const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*(?:placeholder|aria-label)="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const rows = (batch: BatchView, looks = looksOf(batch.items)) =>
  renderToStaticMarkup(
    <BatchRows
      batch={batch}
      ordered={orderByFindings(batch.items)}
      states={[]}
      looks={looks}
      onReject={() => undefined}
    />,
  );
const panel = (batch: BatchView, looks = looksOf(batch.items)) =>
  textOf(
    renderToStaticMarkup(
      <BatchPanel
        batch={batch}
        looks={looks}
        readShownMs={() => 0}
        onChanged={async () => undefined}
        rejected={undefined}
        onRejectEnd={nothing}
      />,
    ),
  );

const noted = (note: (position: number) => string) => FORTY.map((one, index) => ({ ...one, note: note(index) }));

/** The head of a batch as a reader sees it; `isOver` where no row waits any more. */
function headOf(items: BatchItem[], isOver = false): string {
  const ids = items.filter(({ state }) => state === 'AWAITING_APPROVAL').map(({ id }) => id);
  const batch = batchOf(items, { waiting: { requestIds: isOver ? [] : ids, sha256: '' } });
  return textOf(renderToStaticMarkup(<BatchHead batch={batch} summed={pickSummed(batch, [])} states={[]} />));
}

describe('a batch', () => {
  it('says once what all of its rows share, and which row is most of the sum', () => {
    const head = headOf(FORTY);
    expect(head).toMatch(/40 payments in ETH, requested .* by finance/);
    expect(head.replaceAll(' ', '')).toContain('1,589.450000000000000001ETH≈5,726,000USD');
    expect(head).toMatch(
      /^ nov-suppliers 40 payments .* Ethereum · fee on top · median 2\.\d+ ETH · 94 % of the sum is row 5 · from p-ops/,
    );
    expect(head).not.toContain('awaiting approval');
  });

  it('says why each row is paid, and once for all of them where it is the same', () => {
    const [same, different] = [noted(() => 'salaries'), noted((position) => `invoice ${position}`)];
    expect(headOf(same)).toContain('“ salaries ”');
    expect(textOf(rows(batchOf(same)))).not.toContain('salaries');
    expect(headOf(different)).not.toContain('invoice');
    expect(textOf(rows(batchOf(different)))).toContain('“ invoice 4 ”');
  });

  it('counts its rows by status once they differ', () => {
    const decided = FORTY.map((one, index) => ({ ...one, state: index === 0 ? ('REJECTED' as const) : one.state }));
    expect(headOf(decided)).toMatch(/1 rejected .*39 awaiting approval/);
  });

  it('sums and describes the rows that still wait; then those that are paid', () => {
    const rejected = FORTY.map((one) => (one.position === 4 ? { ...one, state: 'REJECTED' as const } : one));
    const waiting = headOf(rejected);
    expect(waiting).toContain('39 of 40 payments in ETH');
    expect(waiting.replaceAll(' ', '')).toContain('89.45ETH≈5,582,850USD');
    expect(waiting).not.toContain('% of the sum');
    // Nothing waits: what was rejected is in no sum, and where all of it was, the whole is shown.
    expect(headOf(rejected, true)).toContain('39 of 40 payments');
    expect(
      headOf(
        FORTY.map((one) => ({ ...one, state: 'EXPIRED' as const })),
        true,
      ),
    ).toMatch(/ 40 payments/);
  });

  it('lists the most unusual row first, folds known recipients, and no first payment', () => {
    const shown = textOf(rows(batchOf(FORTY)));
    expect(shown.indexOf('unusual amount')).toBeLessThan(shown.indexOf('Recipient 39'));
    expect(shown).toContain('8 more to known recipients, nothing unusual');
    expect(shown).toContain('22 addresses to compare');
    for (const { body, look } of FORTY)
      if (look?.need === 'screen') expect(shown.replaceAll(' ', '')).toContain(body.destination_address);
    // Said once for all of them.
    expect(shown.split('never been paid')).toHaveLength(2);
  });

  it('opens a row in place, with its whole address and each finding as a sentence', () => {
    const batch = batchOf(FORTY);
    expect(textOf(rows(batch))).not.toContain('ref-4');
    const opened = textOf(rows(batch, looksOf(FORTY, 0, 0)));
    expect(opened).toContain('ref-4');
    expect(opened).toContain('This row is right');
    expect(opened).toContain('Reject this row');
  });

  it('asks for an amount far above the others, and hides it until it was entered', () => {
    const far = FORTY.map((one) =>
      one.position === 4 && one.look
        ? { ...one, look: { ...one.look, isAmountAsked: true, grave: ['unusual amount'] } }
        : one,
    );
    const opened = textOf(rows(batchOf(far), looksOf(far, 0, 0)));
    expect(opened).toMatch(/Amount in ETH on the invoice .*is hidden until you enter it/);
    // Nor is it in the closed row or in the dialog; who is asked for nothing sees it.
    const closed = rows(batchOf(far));
    for (const said of [opened, textOf(closed), dialog('reject', looksOf(far), far[4], far)])
      expect(said).not.toContain('1,500');
    expect(closed).toMatch(/<span class="[^"]*text-bad">unusual amount/);
    const notMine = far.map((one) => ({ ...one, canDecide: false }));
    const refused = { approve: 'No.', reject: null, cancel: 'No.' };
    expect(textOf(rows(batchOf(notMine, { denialReason: refused }), looksOf(notMine)))).toContain('1,500');
  });

  it('shows a recipient of several rows once, with their sum, at the most unusual of them', () => {
    const twice = [
      pay(0, addressOf(1), '2'),
      pay(1, addressOf(5), '2.1'),
      pay(2, addressOf(1), '0.5', ['repeated-within-a-day']),
      pay(3, addressOf(9), '7', FIRST_PAYMENT),
      pay(4, addressOf(9), '8', FIRST_PAYMENT),
    ];
    const shown = textOf(rows(batchOf(twice)));
    expect(shown.split(addressOf(1))).toHaveLength(2);
    expect(shown).toMatch(/2 payments 2\.5 ETH.*possible duplicate.*Delta Freight/);
    // A sum of rows of which some are not paid says nothing.
    const decided = twice.map((one) => (one.position === 2 ? { ...one, state: 'REJECTED' as const } : one));
    const over = { approve: 'You have decided.', reject: null, cancel: null };
    expect(textOf(rows(batchOf(decided, { denialReason: over })))).toMatch(/2 payments (?!2\.5)/);
    const first = shown.slice(shown.indexOf('1 address to compare'));
    expect(first.replaceAll(' ', '').split(addressOf(9))).toHaveLength(2);
    expect(first).toMatch(/2 payments 15 \.0 ETH/);
    expect(first).toContain('This address is right');
  });

  it('shows an address in fours beside that of the row that it resembles, with the differences marked', () => {
    const similar = `${addressOf(7).slice(0, -1)}9`;
    const among = [
      { about: 'address' as const, positions: [0], label: 'resembles row 1', text: `${RESEMBLES} row 1.` },
    ];
    const look = judgeLook({ signals: [], among, isAllowed: true, hasFiles: false, hasOpenQuestion: false });
    const pair = [
      item(0, [], { body: { ...item(0).body, destination_address: addressOf(7) }, recipientName: 'Delta Freight' }),
      item(1, [], {
        body: { ...item(1).body, destination_address: similar },
        look: { ...look, seen: 'seen', similarAddresses: [], normalAddress: similar },
      }),
    ];
    const markup = rows(batchOf(pair), looksOf(pair, 0, 0));
    const shown = textOf(markup);
    expect(markup.match(/<mark/g)).toHaveLength(2);
    expect(shown).toMatch(/171 9 \(differs\) this row .* 171 7 \(differs\) row 1, 2 ETH ?, Delta Freight/);
    // Said by the addresses, and the genuine one needs no look.
    expect(shown).not.toContain(RESEMBLES);
    expect(looksOf(pair).steps).toHaveLength(1);
  });

  it('shows the status of rows that the reader cannot decide, the approved ones too', () => {
    const batch = batchOf([item(0, [], { canDecide: false, state: 'REJECTED', look: null }), item(1)]);
    expect(textOf(rows(batch))).toContain('Rejected');
  });

  it('lists what failed before the rows that were paid, with the way to its reason', () => {
    const paid = [0, 1, 2].map((position) =>
      item(position, [], {
        canDecide: false,
        look: null,
        state: 'SENT',
        send: { state: 'ACCEPTED', transferStatus: position === 1 ? 'FAILED' : 'COMPLETED' } as BatchItem['send'],
      }),
    );
    const over = { approve: 'You have decided.', reject: null, cancel: null };
    const shown = textOf(rows(batchOf(paid, { denialReason: over })));
    expect(shown).toMatch(/ Status Row 2 .* Failed at the service See why: row 2 .* Completed .* Completed/);
    expect(shown).not.toContain('Findings');
    // What all rows have is said above them.
    const same = textOf(rows(batchOf([paid[0]!, paid[2]!], { denialReason: over })));
    expect(same).not.toMatch(/Status|Completed/);
  });
});

describe('the decision on a batch', () => {
  it('leads to the next look until nothing is left, and approves then', () => {
    const batch = batchOf(FORTY);
    const looking = panel(batch, looksOf(FORTY, 1));
    expect(looking).toContain('Looked at the marked row');
    expect(looking).toContain('0 of 22 new addresses compared');
    expect(looking).toContain('Look at the next');
    expect(looking).toContain('Approve 17 of 40');
    const done = panel(batch, looksOf(FORTY, 4));
    expect(looking).not.toContain('Nothing unusual');
    const usual = FORTY.slice(30);
    expect(panel(batchOf(usual), looksOf(usual))).toContain('Nothing unusual');
    expect(done).not.toContain('Look at the next');
    expect(done).toMatch(/Approve 40 /);
    expect(done).toContain('Nothing is sent yet: more approvals are needed after yours.');
  });

  it('says what was not kept of the looks, and asks first for a sign-in that is too old', () => {
    const looks = { ...looksOf(FORTY, 4), changed: [FORTY[3]!, FORTY[7]!] };
    expect(panel(batchOf(FORTY), looks)).toContain('Changed since you looked: rows 4 and 8.');
    const returned = { comment: '', warning: 'Another person than before has signed in.' };
    expect(panel(batchOf(FORTY), { ...looks, returned })).toContain(returned.warning);
    const stale = panel(batchOf(FORTY, { isSignInFresh: false }), looksOf(FORTY, 4));
    expect(stale).toMatch(/To approve, you must have signed in .* Renew sign-in/);
    expect(stale).not.toContain('Approve 40');
    // Before the looks too, not only after them.
    const before = panel(batchOf(FORTY, { isSignInFresh: false }));
    expect(before).toMatch(/To approve, you must have signed in .* Look at the next .* Renew sign-in/);
  });

  it('says “send” to the last approver alone', () => {
    const last = FORTY.map((one) => ({ ...one, isLastApproval: true }));
    const said = panel(batchOf(last), looksOf(last, 4));
    expect(said).toContain('Approve and send 40');
    expect(said).toContain('Sends at once. They cannot be recalled.');
    const late = last.map((one, index) => (index < 3 ? { ...one, leavesAt: '2026-12-01T00:00:00Z' } : one));
    expect(panel(batchOf(late), looksOf(late, 4))).toContain(
      'Sends 37 of them at once, and 3 later, when a limit over time lets them leave. They cannot be recalled then.',
    );
    const stopped = panel(batchOf(last, { isSendingStopped: true }), looksOf(last, 4));
    expect(stopped).toMatch(/Approve 40 .*Sending is stopped/);
    const mixed = last.map((one, index) => ({ ...one, isLastApproval: index < 5 }));
    expect(panel(batchOf(mixed), looksOf(mixed, 4))).toMatch(/Approve 40 .*Sends 5 of them at once/);
  });

  it('has no button to approve for its requester, or where nothing can be decided', () => {
    const denialReason = { approve: 'You cannot decide on your own request.', reject: 'No.', cancel: null };
    const own = panel(batchOf(FORTY, { isMine: true, denialReason }));
    expect(own).toContain('Cancel batch');
    expect(own).not.toMatch(/Approve|Reject/);
    const over = FORTY.map((one) => ({ ...one, canDecide: false, canReject: false }));
    expect(panel(batchOf(over, { denialReason: { ...denialReason, cancel: 'No.' } }))).not.toMatch(/Approve \d|Reject/);
  });
});

const dialog = (action: 'approve' | 'reject', looks: Looks, row?: BatchItem, items = FORTY) =>
  textOf(
    renderToStaticMarkup(
      <BatchDialog
        {...{ action, looks, row }}
        batch={batchOf(items)}
        readShownMs={() => 0}
        concurrentChange={undefined}
        onDone={nothing}
        onClose={nothing}
      />,
    ),
  );

const whole = (position: number) => addressOf(position).slice(2).match(/.{4}/g)!.join(' ');

const boxes = (said: string) => said.split('Row ').slice(1);

describe('the dialogs of a batch', () => {
  it('name the payments, their total and network, what the reader marked, and each marked row whole', () => {
    const said = dialog('approve', looksOf(FORTY, 4)).replaceAll(/ +/g, ' ');
    expect(said).toContain('Approve 40 payments, 1,589.450000000000000001 ETH?');
    expect(said).toContain('Network Ethereum');
    expect(said).toContain('40, 22 paid for the first time');
    expect(said).toMatch(/Row 5: 1,500.0* ?0*1 ETH , Recipient 4 /);
    expect(said).toContain(whole(4));
  });

  it('begin a rejection with the marked rows that the reader did not find right, or with the row they chose', () => {
    expect(boxes(dialog('reject', looksOf(FORTY)))[0]).toContain('Recipient 4');
    expect(dialog('reject', looksOf(FORTY))).toContain('Reject 1 row');
    expect(dialog('reject', looksOf(FORTY, 1))).not.toContain('Reject 1 row');
    const chosen = dialog('reject', looksOf(FORTY, 1), FORTY[8]);
    expect(chosen).toContain('Reject row 9?');
    expect(chosen).toContain('39 other rows');
    expect(chosen).toContain(whole(8));
  });
});
