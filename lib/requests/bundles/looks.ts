import { explainSignals, type SignalId } from '@/lib/risk/signals';

/**
 * How an approver looks at an item of a batch before one decision covers it with others: not by itself (`none`), as a
 * row of a screen of whole addresses, by itself (`item`), or so that it is decided on alone.
 */
export type LookNeed = 'none' | 'screen' | 'item' | 'alone';

/** The look that an item needs, and why, as sentences. */
export interface Look {
  need: LookNeed;
  reasons: string[];
  /** True where the address resembles a known one, so that the person chooses the right one. */
  isSimilar: boolean;
}

/** Rows of one screen of whole addresses. */
export const SCREEN_ROWS = 10;

/** Signals of an item that is looked at by itself. */
const ITEM_SIGNALS = [
  'new-network',
  'amount-unusual',
  'memo-missing',
  'memo-changed',
  'text-note',
  'repeated-within-a-day',
  'profile-not-allowed',
  'look-alike',
  'check-unavailable',
] as const satisfies SignalId[];

/** The facts of a batch item that decide how it is looked at. */
export interface LookedAt {
  signals: readonly string[];
  /** What the checks of the amount, the address and earlier payments found, for the sentences of their signals. */
  findings?: { amount?: string | undefined; address?: string | undefined; recipient?: string | undefined };
  /** What was found beside the other items of the batch, as sentences (lib/requests/bundles/among-items.ts). */
  among: readonly string[];
  /** True where the policy rule of the item lets a batch be decided on as a whole. */
  isAllowed: boolean;
  hasFiles: boolean;
  hasOpenQuestion: boolean;
}

const ALONE =
  'The policy rule for this item does not allow approving the whole batch at once. Approve the item by itself.';

/**
 * Judges how an item is looked at. A recipient in the address book counts as known, even if they have never been paid.
 * A note about an address, such as one without a checksum, is for who compares it for the first time.
 */
export function judgeLook({ signals, findings = {}, among, isAllowed, hasFiles, hasOpenQuestion }: LookedAt): Look {
  const isFirst = signals.includes('new-recipient') && signals.includes('not-in-book');
  const onScreen = [
    ...(isFirst ? nameFinding('new-recipient', findings.recipient) : []),
    ...(isFirst && signals.includes('address-note') ? nameFinding('address-note', findings.address) : []),
    ...(signals.includes('amount-not-compared') ? explainSignals(['amount-not-compared']) : []),
  ];
  const byItself = [
    ...ITEM_SIGNALS.filter((id) => signals.includes(id)).flatMap((id) =>
      nameFinding(id, id === 'amount-unusual' ? findings.amount : undefined),
    ),
    ...among,
    ...(hasOpenQuestion ? ['A question about it is not answered.'] : []),
    ...(hasFiles ? ['It has attachments, which are on its own page.'] : []),
  ];
  const reasons = [...byItself, ...onScreen, ...(isAllowed ? [] : [ALONE])];
  const isSimilar = signals.includes('look-alike');
  if (!isAllowed) return { need: 'alone', reasons, isSimilar };
  if (byItself.length > 0) return { need: 'item', reasons, isSimilar };
  return { need: onScreen.length > 0 ? 'screen' : 'none', reasons, isSimilar };
}

const nameFinding = (id: SignalId, finding: string | undefined) => (finding ? [finding] : explainSignals([id]));

/** One step of looking through a batch: an item by itself, or a screen of whole addresses. */
export interface LookStep<Item> {
  kind: 'item' | 'screen';
  items: readonly Item[];
}

/** Lists what a person looks at in a batch, in the order of its items: those by themselves first, then the screens. */
export function listSteps<Item extends { look: Pick<Look, 'need'> | null }>(items: readonly Item[]): LookStep<Item>[] {
  const ofNeed = (need: LookNeed) => items.filter(({ look }) => look?.need === need);
  const onScreens = ofNeed('screen');
  const screens = Array.from({ length: Math.ceil(onScreens.length / SCREEN_ROWS) }, (_, index) =>
    onScreens.slice(index * SCREEN_ROWS, (index + 1) * SCREEN_ROWS),
  );
  return [
    ...ofNeed('item').map((item): LookStep<Item> => ({ kind: 'item', items: [item] })),
    ...screens.map((rows): LookStep<Item> => ({ kind: 'screen', items: rows })),
  ];
}
