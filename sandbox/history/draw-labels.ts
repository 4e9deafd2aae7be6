import type { Movement } from '@/sandbox/history/movement';
import { type Draw, hashText, mix, uuidFrom } from '@/sandbox/random';
import type { TransferRecord } from '@/sandbox/transfer';

type Labels = Pick<TransferRecord, 'metadata' | 'memo' | 'identity_id' | 'account_id'>;

const KEYS = ['invoice', 'order', 'cost_centre', 'batch', 'purpose', 'channel'] as const;
const PURPOSES = ['payroll', 'supplier', 'rebalancing', 'customer payout', 'redemption', 'fees'] as const;
// What a reader of foreign text has to bear: markup, formulas, other scripts, turned direction, an emoji, an empty value.
const HARD_TEXTS = ['<b>bold</b>', '=SUM(A1:A9)', 'Überweisung № 7', 'تحويل', 'abc\u202Edef', '👩‍💻 desk', ''] as const;
const IDENTITIES = 200;

/** What the client wrote onto a transfer, and whose it is: often nothing. */
export function drawLabels(draw: Draw, profileId: string, movement: Movement): Labels {
  const labels: Labels = {};
  if (profileId === 'p-customers') {
    const person = mix(hashText(profileId), draw.below(IDENTITIES));
    labels.identity_id = uuidFrom(person, mix(person, 1), mix(person, 2), mix(person, 3));
    if (draw.oneIn(2)) labels.account_id = uuidFrom(mix(person, 4), mix(person, 5), mix(person, 6), mix(person, 7));
  }
  if (draw.oneIn(3)) labels.metadata = drawMetadata(draw);
  if (movement.network === 'STELLAR') labels.memo = String(draw.next());
  else if (draw.oneIn(8)) labels.memo = draw.oneIn(20) ? draw.pick(HARD_TEXTS) : `Batch ${1 + draw.below(400)}`;
  return labels;
}

function drawMetadata(draw: Draw): Record<string, string> {
  const first = draw.below(KEYS.length);
  const pairs = draw.oneIn(10) ? KEYS.length : 1 + draw.below(2);
  const metadata: Record<string, string> = {};
  for (let pair = 0; pair < pairs; pair += 1) metadata[KEYS[(first + pair) % KEYS.length] ?? KEYS[0]] = drawValue(draw);
  return metadata;
}

function drawValue(draw: Draw): string {
  if (draw.oneIn(60)) return draw.pick(HARD_TEXTS);
  return draw.oneIn(3)
    ? draw.pick(PURPOSES)
    : `${draw.pick(['INV', 'ORD', 'CC', 'REF'])}-${100_000 + draw.below(900_000)}`;
}
