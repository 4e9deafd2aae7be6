import type { Movement } from '@/sandbox/history/movement';
import { type SeededRandom, hashText, mix, uuidFrom } from '@/sandbox/random';
import type { TransferRecord } from '@/sandbox/transfer';

type Labels = Pick<TransferRecord, 'metadata' | 'memo' | 'identity_id' | 'account_id'>;

const KEYS = ['invoice', 'order', 'cost_centre', 'batch', 'purpose', 'channel'] as const;
const PURPOSES = ['payroll', 'supplier', 'rebalancing', 'customer payout', 'redemption', 'fees'] as const;
// Text that is difficult to display: markup, formulas, other scripts, bidirectional overrides, an emoji, an empty
// value.
const DIFFICULT_TEXTS = [
  '<b>bold</b>',
  '=SUM(A1:A9)',
  'Überweisung № 7',
  'تحويل',
  'abc\u202Edef',
  '👩‍💻 desk',
  '',
] as const;
const IDENTITIES = 200;

/** Generates the client's own labels of a transfer and its identity and account: often none. */
export function generateLabels(random: SeededRandom, profileId: string, movement: Movement): Labels {
  const labels: Labels = {};
  if (profileId === 'p-customers') {
    const person = mix(hashText(profileId), random.below(IDENTITIES));
    labels.identity_id = uuidFrom(person, mix(person, 1), mix(person, 2), mix(person, 3));
    if (random.oneIn(2)) labels.account_id = uuidFrom(mix(person, 4), mix(person, 5), mix(person, 6), mix(person, 7));
  }
  if (random.oneIn(3)) labels.metadata = generateMetadata(random);
  if (movement.network === 'STELLAR') labels.memo = String(random.next());
  else if (random.oneIn(8))
    labels.memo = random.oneIn(20) ? random.pick(DIFFICULT_TEXTS) : `Batch ${1 + random.below(400)}`;
  return labels;
}

function generateMetadata(random: SeededRandom): Record<string, string> {
  const first = random.below(KEYS.length);
  const pairs = random.oneIn(10) ? KEYS.length : 1 + random.below(2);
  const metadata: Record<string, string> = {};
  for (let pair = 0; pair < pairs; pair += 1)
    metadata[KEYS[(first + pair) % KEYS.length] ?? KEYS[0]] = generateValue(random);
  return metadata;
}

function generateValue(random: SeededRandom): string {
  if (random.oneIn(60)) return random.pick(DIFFICULT_TEXTS);
  return random.oneIn(3)
    ? random.pick(PURPOSES)
    : `${random.pick(['INV', 'ORD', 'CC', 'REF'])}-${100_000 + random.below(900_000)}`;
}
