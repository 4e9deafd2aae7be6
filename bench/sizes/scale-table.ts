import type { ChangeRate } from '@/bench/sizes/changes';

/** The measurements with one number of transfers. Rates are rows per second, times 95th percentiles in milliseconds. */
export interface Scale {
  transfers: number;
  /** Until the list was read to its end, and until the last index was built. */
  walkRate: number;
  syncRate: number;
  exportRate: number;
  /** Changed records a second, and the lateness of the event loop meanwhile. */
  changes: ChangeRate;
  memoryMb: number;
  lateMs: number;
  /** Bytes for each record. */
  heapBytes: number;
  textIndexBytes: number;
  otherIndexBytes: number;
  reads: Record<string, number>;
}

interface Row {
  name: string;
  unit?: string;
  goal: string;
  digits?: number;
  of: (scale: Scale) => number;
}

const ROWS: Row[] = [
  { name: 'First sync, until the list is read', unit: 'a second', goal: '', of: ({ walkRate }) => walkRate },
  {
    name: 'First sync, until the last index is built',
    unit: 'a second',
    goal: '0.8 times; 12,000',
    of: ({ syncRate }) => syncRate,
  },
  { name: 'Memory of the console above its start', unit: 'MB', goal: '150', of: ({ memoryMb }) => memoryMb },
  { name: 'Lateness of its event loop', unit: 'ms', goal: '9', digits: 1, of: ({ lateMs }) => lateMs },
  {
    name: 'Changed records, of the newest',
    unit: 'a second',
    goal: '0.8 times; 500',
    of: ({ changes }) => changes.newestRate,
  },
  { name: 'Changed records, of any age', unit: 'a second', goal: '0.8 times; 500', of: ({ changes }) => changes.rate },
  { name: 'Lateness meanwhile', unit: 'ms', goal: '9', digits: 1, of: ({ changes }) => changes.lateMs },
  { name: 'Bytes a record: the table', goal: '', of: ({ heapBytes }) => heapBytes },
  { name: 'Bytes a record: the text index', goal: '', of: ({ textIndexBytes }) => textIndexBytes },
  { name: 'Bytes a record: the other indexes', goal: '', of: ({ otherIndexBytes }) => otherIndexBytes },
  { name: 'Export', unit: 'a second', goal: '0.8 times', of: ({ exportRate }) => exportRate },
];

function format(value: number, { unit, digits = 0 }: Row): string {
  return [value.toLocaleString('en-GB', { maximumFractionDigits: digits }), unit].filter(Boolean).join(' ');
}

/** Writes what was measured at each size as a table in Markdown, with the ratio of the largest to the smallest. */
export function writeScaleTable(measured: readonly Scale[]): string {
  const [smallest, largest] = [measured[0], measured.at(-1)];
  if (!smallest || !largest) return '';
  const reads = Object.keys(smallest.reads).map((name): Row => ({
    name,
    unit: 'ms',
    goal: '1.5 times',
    of: (scale) => scale.reads[name] ?? Number.NaN,
  }));
  const rows = [...ROWS, ...reads].map((row) => [
    row.name,
    ...measured.map((scale) => format(row.of(scale), row)),
    (row.of(largest) / row.of(smallest)).toFixed(2),
    row.goal,
  ]);
  const head = ['', ...measured.map(({ transfers }) => transfers.toLocaleString('en-GB')), 'ratio', 'goal'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
