import { createHash } from 'node:crypto';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, percentile } from '@/bench/measure';
import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/network-definition';
import { findNetwork, type NetworkId } from '@/lib/networks/networks';

const ROUNDS = 40;
const WARM_UP = 10;

// Published examples, one for each kind of address.
const EXAMPLES: Partial<Record<NetworkId, string[]>> = {
  BITCOIN: [
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  LITECOIN: ['M7zVKQKmtV5Rc7erVGVVC3khZbXxsS5HEX', 'ltc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qmu8tk5'],
  BITCOIN_CASH: ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC'],
  ETHEREUM: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  SOLANA: ['q5xfHVuAsGmKRTmJNshERHHkVnHKxRX3cKzz5cYnFRn', '12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA'],
  STELLAR: [
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
  ],
};

// Beginnings of texts that can be pasted. Each is extended to the longest text that is checked, the slowest case.
const BEGINNINGS = [
  '',
  '1',
  '3',
  'M',
  'bc1q',
  'bc1z',
  'BC1',
  'bitcoincash:',
  'q',
  '0x',
  'G',
  'S',
  'xpub',
  '[1,',
  'a@',
  'a*',
  'bitcoin:',
  'lnbc',
  'sp1q',
];
const FILLINGS = ['a', 'q', '1', 'A', '.', '@', '*', '0', 'a.', 'ab ', '1,', 'é'];
const MAX_LENGTH = 4096;

/**
 * Measures the check of one address: of each network's examples, and of each example with every character changed,
 * which takes longest, since the check searches for the position of the mistake. For comparison: one SHA-256 of the
 * same text.
 */
export function benchAddressChecks(): Figure[] {
  const strange = BEGINNINGS.flatMap((beginning) =>
    FILLINGS.map((filling) => (beginning + filling.repeat(MAX_LENGTH)).slice(0, MAX_LENGTH)),
  );
  const slowest = Math.max(...strange.map((text) => measure(text, findNetwork('BITCOIN')).verdict));
  const ofStrange: Figure = {
    name: `Verdict on ${MAX_LENGTH} characters of anything (slowest)`,
    against: '',
    value: slowest,
    unit: 'ms',
    target: { atMost: 1 },
  };
  return [...Object.entries(EXAMPLES).flatMap(([id, examples]) => benchExamples(id, examples)), ofStrange];
}

function benchExamples(id: string, examples: readonly string[]): Figure[] {
  const network = findNetwork(id);
  const texts = examples.flatMap((example) => [example, ...misspell(example)]);
  // The median of each text, so that the text counts and not what else the machine was doing.
  const typical = texts.map((text) => measure(text, network));
  const verdicts = typical.map(({ verdict }) => verdict);
  const name = `Verdict on an address on ${network?.label}`;
  return [
    { name: `${name} (p99)`, against: '', value: percentile(verdicts, 99), unit: 'ms' as const, target: { atMost: 1 } },
    { name, against: 'one SHA-256 of it', ...ratioOf('ms', median(typical.map(({ hash }) => hash)), median(verdicts)) },
  ];
}

function measure(text: string, network: Network | undefined): { verdict: number; hash: number } {
  const times = Array.from({ length: WARM_UP + ROUNDS }, () => ({
    verdict: time(() => checkAddress(text, network)),
    hash: time(() => createHash('sha256').update(text).digest()),
  })).slice(WARM_UP);
  return { verdict: median(times.map(({ verdict }) => verdict)), hash: median(times.map(({ hash }) => hash)) };
}

// Replaces each character in turn by one that all of these formats allow.
function misspell(address: string): string[] {
  return Array.from(
    address,
    (character, place) => address.slice(0, place) + (character === '2' ? '3' : '2') + address.slice(place + 1),
  );
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
