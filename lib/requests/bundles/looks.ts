import { groupByAddress } from '@/lib/requests/bundles/recipient-groups';
import { POSSIBLE_DUPLICATE, PROFILE_NOT_ALLOWED } from '@/lib/risk/findings';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { isSaidOfSheet } from '@/lib/risk/sheet-amounts';
import { explainSignals, type SignalId } from '@/lib/policy/signals';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/**
 * How an approver looks at an item of a batch before one decision covers it with others: not by itself (`none`), as a
 * row of a screen of whole addresses, by itself (`item`), or so that it is decided on alone.
 */
export type LookNeed = 'none' | 'screen' | 'item' | 'alone';

/** What was found about an item: a few words for its row, and a sentence. */
export interface ItemFinding {
  label: string;
  text: string;
  /** True for what costs the whole amount, as in the finding of a single request (lib/risk/sort-findings.ts). */
  isGrave?: boolean;
}

/** What was found about an item beside the others of its batch or sheet (lib/requests/bundles/among-items.ts). */
export interface AmongFinding extends ItemFinding {
  about: 'address' | 'amount';
  /** Of an address, the positions of the items whose address it resembles. */
  positions: readonly number[];
  /** What is asked about an amount, as part of the text; empty for nothing. */
  question?: string;
}

/** The look that an item needs, and why: as sentences, and a few words for each of them. */
export interface Look {
  need: LookNeed;
  reasons: string[];
  labels: string[];
  /** Those of `reasons` and `labels` that say what costs the whole amount. */
  grave: string[];
  /** True where the address resembles a known one, so that the person chooses the right one. */
  isSimilar: boolean;
  /** True where the address is compared because its recipient is not known. */
  isFirstPayment: boolean;
  /** True where the amount is entered from the invoice, because a slip may explain it. */
  isAmountAsked: boolean;
  /** The positions of items of the batch whose address that of the item resembles. */
  resembles: readonly number[];
}

/** How many whole addresses one screen has. */
const SCREEN_ADDRESSES = 10;

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

/** Of them, those of money that goes to another, or goes twice. */
const GRAVE_SIGNALS: readonly SignalId[] = ['look-alike', 'repeated-within-a-day'];

/** Signals of an item that is looked at with others. */
const SCREEN_SIGNALS = ['new-recipient', 'address-note', 'amount-not-compared'] as const satisfies SignalId[];

type Found = Pick<RiskLine, 'text' | 'name'>;

/** The facts of a batch item that decide how it is looked at. */
export interface LookedAt {
  signals: readonly string[];
  /** What the checks of the amount, the address and earlier payments found: a name and a sentence for their signals. */
  findings?: { [signal in SignalId]?: Found | undefined };
  /** True where the checks of the item by itself ask for its amount (`needsAmountEntry`). */
  isAmountAsked?: boolean;
  /** What was found beside the other items of the batch (lib/requests/bundles/among-items.ts). */
  among: readonly AmongFinding[];
  /** True where the policy rule of the item lets a batch be decided on as a whole. */
  isAllowed: boolean;
  hasFiles: boolean;
  hasOpenQuestion: boolean;
}

const ALONE: ItemFinding = {
  label: 'decided alone',
  text: 'The policy rule for this row does not allow approving the whole batch at once. Approve the row by itself.',
};
const OPEN_QUESTION: ItemFinding = { label: 'open question', text: 'A question about it is not answered.' };
const FILES: ItemFinding = { label: 'attachments', text: 'It has attachments, which are on its own page.' };

/**
 * Tells whether these signals leave a recipient known: in the address book in force, or paid before. Of two addresses
 * that resemble each other, it is the other one that calls for a look.
 */
export function isKnownRecipient(signals: readonly string[]): boolean {
  return !(signals.includes('new-recipient') && signals.includes('not-in-book'));
}

/**
 * Judges how an item is looked at. A recipient in the address book counts as known, even if they have never been paid.
 * A note about an address, such as one without a checksum, is for who compares it for the first time.
 */
export function judgeLook(facts: LookedAt): Look {
  const { signals, findings = {}, among, isAllowed } = facts;
  const isFirst = !isKnownRecipient(signals);
  const onScreen = [
    ...(isFirst ? nameFinding('new-recipient', findings) : []),
    ...(isFirst && signals.includes('address-note') ? nameFinding('address-note', findings) : []),
    ...(signals.includes('amount-not-compared') ? nameFinding('amount-not-compared', findings) : []),
  ];
  // One fact once: that of the sheet, as it was requested.
  const far = among.find(({ about }) => about === 'amount');
  const resembles = among.flatMap(({ positions }) => positions);
  const asksAmount = facts.isAmountAsked === true || far !== undefined;
  const isSame =
    far !== undefined && signals.includes('amount-unusual') && isSaidOfSheet(findings['amount-unusual']?.text);
  const byItself = [
    // The rows say which address it is.
    ...ITEM_SIGNALS.filter((id) => signals.includes(id) && !(id === 'look-alike' && resembles.length > 0)).flatMap(
      (id) => {
        const isGrave = GRAVE_SIGNALS.includes(id) || (id === 'amount-unusual' && asksAmount);
        const found = nameFinding(id, findings).map((one) => ({ ...one, isGrave }));
        // In the words of a row, one label for both.
        return far && id === 'amount-unusual'
          ? found.map(({ text, ...one }) => ({
              ...one,
              label: far.label,
              text: isSame ? `${text} ${far.question ?? ''}`.trim() : text,
            }))
          : found;
      },
    ),
    // An address like that of another row, or an amount far above the others.
    ...among.filter((one) => !isSame || one !== far).map((one) => ({ ...one, isGrave: true })),
    ...(facts.hasOpenQuestion ? [OPEN_QUESTION] : []),
    ...(facts.hasFiles ? [FILES] : []),
  ];
  const found: ItemFinding[] = [...byItself, ...onScreen, ...(isAllowed ? [] : [ALONE])];
  const need = nameNeed(byItself.length, onScreen.length, isAllowed);
  return {
    need,
    reasons: found.map(({ text }) => text),
    labels: [...new Set(found.map(({ label }) => label))],
    grave: found.flatMap(({ label, text, isGrave }) => (isGrave ? [label, text] : [])),
    isSimilar: signals.includes('look-alike'),
    isFirstPayment: isFirst,
    isAmountAsked: need === 'item' && asksAmount,
    resembles,
  };
}

function nameNeed(byItself: number, onScreen: number, isAllowed: boolean): LookNeed {
  if (!isAllowed) return 'alone';
  if (byItself > 0) return 'item';
  return onScreen > 0 ? 'screen' : 'none';
}

/** Names of the signals where no finding has one, in the words of the findings. */
const LABELS: Record<(typeof ITEM_SIGNALS)[number] | (typeof SCREEN_SIGNALS)[number], string> = {
  'new-recipient': 'first payment',
  'address-note': 'address to check',
  'amount-not-compared': 'amount not compared',
  'new-network': 'never paid on this network',
  'amount-unusual': 'unusual amount',
  'memo-missing': 'no memo',
  'memo-changed': 'new memo',
  'text-note': 'texts to check',
  'repeated-within-a-day': POSSIBLE_DUPLICATE,
  'profile-not-allowed': PROFILE_NOT_ALLOWED,
  'look-alike': 'resembles a known address',
  'check-unavailable': 'check unavailable',
};

function nameFinding(id: keyof typeof LABELS, findings: NonNullable<LookedAt['findings']>): ItemFinding[] {
  const { name: label = LABELS[id], text } = findings[id] ?? {};
  return (text ? [text] : explainSignals([id])).map((sentence) => ({ label, text: sentence }));
}

/** One step of looking through a batch: an item by itself, or a screen of whole addresses. */
export interface LookStep<Item> {
  kind: 'item' | 'screen';
  items: readonly Item[];
}

type Looked = { look: Pick<Look, 'need'> | null };

/**
 * Lists what a person looks at in a batch, in the order of its items: those by themselves first, then the screens of at
 * most ten addresses, about equal. All items to one address are on one screen. Screens that were looked at stay so when
 * others are decided on: what `isSeen` names is on screens of its own.
 */
export function listSteps<Item extends Looked & { body: WithdrawalBody }>(
  items: readonly Item[],
  isSeen: (item: Item) => boolean = () => false,
): LookStep<Item>[] {
  const ofNeed = (need: LookNeed) => items.filter(({ look }) => look?.need === need);
  const groups = groupByAddress(ofNeed('screen'), ({ body }) => body);
  const areSeen = (group: (typeof groups)[number]) => group.items.every(isSeen);
  const screens = [...inScreens(groups.filter(areSeen)), ...inScreens(groups.filter((group) => !areSeen(group)))];
  const placeOf = ([first]: typeof groups) => groups.findIndex((group) => group === first);
  return [
    ...ofNeed('item').map((item): LookStep<Item> => ({ kind: 'item', items: [item] })),
    ...screens
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map((some): LookStep<Item> => ({ kind: 'screen', items: some.flatMap((group) => group.items) })),
  ];
}

// The larger ones first, so that those that are left stay as they are.
function inScreens<Group>(groups: readonly Group[]): Group[][] {
  const count = Math.ceil(groups.length / SCREEN_ADDRESSES);
  const [size, larger] = [Math.floor(groups.length / count), groups.length % count];
  const startOf = (index: number) => index * size + Math.min(index, larger);
  return Array.from({ length: count }, (_, index) => groups.slice(startOf(index), startOf(index + 1)));
}

/**
 * Lists the items that an approval covers now: those that need no look, and those that were looked at. A row that is
 * looked at by itself comes last: not before the first payments, and not alone while others are left.
 */
export function listCovered<Item extends Looked>(items: readonly Item[], isSeen: (item: Item) => boolean): Item[] {
  const isLeft = (need: LookNeed) => items.some((item) => item.look?.need === need && !isSeen(item));
  const others = items.filter((item) => item.look?.need === 'none' || (item.look?.need === 'screen' && isSeen(item)));
  if (isLeft('screen') || (isLeft('item') && others.length === 0)) return others;
  return items.filter((item) => others.includes(item) || (item.look?.need === 'item' && isSeen(item)));
}
