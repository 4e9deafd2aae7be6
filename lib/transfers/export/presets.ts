import type { BalanceLine } from '@/lib/transfers/export/balance-lines';
import { titleCase } from '@/lib/text/title-case';
import { payeeAddress } from '@/lib/transfers/payee-address';
import type { Transfer } from '@/lib/transfers/transfer';

/** A line of an account with its transfer. */
export interface PresetLine {
  transfer: Omit<Transfer, 'raw' | 'flaws'>;
  line: BalanceLine;
  /** The day of the line in the format of the preset; empty where the record has no readable time. */
  date: string;
}

/** A file that an accounting system imports as the statement of one account. */
export interface ExportPreset {
  title: string;
  purpose: string;
  /** The order of day, month and year. */
  date: 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY';
  columns: readonly (readonly [title: string, cell: (line: PresetLine) => string])[];
  /** True where a spreadsheet opens the file, which needs a byte order mark to see UTF-8. */
  hasByteOrderMark: boolean;
  /** The limits of the system; undefined where a file may hold any lines and several accounts. */
  system?: {
    /** The system's name in sentences. */
    name: string;
    maxDecimals: number;
    /** The most lines of one import, where the vendor names one. */
    maxLines?: number;
    /** The vendor's page with the format. */
    source: string;
  };
}

const typeOf = ({ transfer }: PresetLine) => (transfer.type ? titleCase(transfer.type) : 'Transfer');
const payeeOf = ({ transfer }: PresetLine) => payeeAddress(transfer) ?? '';

/**
 * Describes a line, such as "Crypto withdrawal INV-1", "Fee of crypto withdrawal INV-1", with the reason of one line.
 */
function describeLine(line: PresetLine): string {
  const type = typeOf(line);
  const words = line.line.part === 'fee' ? `Fee of ${type.charAt(0).toLowerCase()}${type.slice(1)}` : type;
  const note = line.line.note === undefined ? '' : ` (${line.line.note})`;
  return `${words} ${line.transfer.ref_id ?? line.transfer.id}${note}`;
}

const describeWithTransfer = (line: PresetLine) =>
  line.transfer.ref_id === undefined ? describeLine(line) : `${describeLine(line)}, transfer ${line.transfer.id}`;

/** The presets by their name in addresses and audit entries. */
export const EXPORT_PRESETS = {
  statement: {
    title: 'Bank statement CSV',
    purpose: 'lines of amount and fee that add up to the balance change',
    date: 'YYYY-MM-DD',
    hasByteOrderMark: true,
    columns: [
      ['Date', ({ date }) => date],
      ['Description', describeLine],
      ['Amount', ({ line }) => line.amount ?? ''],
      ['Asset', ({ line }) => line.asset ?? ''],
      ['Line', ({ line }) => `${line.part.charAt(0).toUpperCase()}${line.part.slice(1)}`],
      ['Reference', ({ transfer }) => transfer.ref_id ?? ''],
      ['Transfer', ({ transfer }) => transfer.id],
      ['Profile', ({ transfer }) => transfer.profile_id ?? ''],
      ['Network', ({ transfer }) => transfer.crypto_network ?? ''],
      ['Address', ({ transfer }) => transfer.destination_address ?? ''],
      ['Transaction hash', ({ transfer }) => transfer.crypto_tx_hash ?? ''],
      ['Memo', ({ transfer }) => transfer.memo ?? ''],
    ],
  },
  xero: {
    title: 'Xero',
    purpose: 'bank statement import',
    date: 'DD/MM/YYYY',
    hasByteOrderMark: false,
    columns: [
      ['*Date', ({ date }) => date],
      ['*Amount', ({ line }) => line.amount ?? ''],
      ['Payee', payeeOf],
      ['Description', describeWithTransfer],
      ['Reference', ({ transfer }) => transfer.ref_id ?? transfer.id],
      ['Check Number', () => ''],
    ],
    system: {
      name: 'Xero',
      maxDecimals: 2,
      maxLines: 1_000,
      source: 'https://central.xero.com/s/article/Import-a-CSV-bank-statement',
    },
  },
  // The format with one signed column: pages of the vendor disagree about which of Credit and Debit is money in.
  quickbooks: {
    title: 'QuickBooks Online',
    purpose: 'bank upload with three columns',
    date: 'MM/DD/YYYY',
    hasByteOrderMark: false,
    columns: [
      ['Date', ({ date }) => date],
      ['Description', describeWithTransfer],
      ['Amount', ({ line }) => line.amount ?? ''],
    ],
    system: {
      name: 'QuickBooks',
      maxDecimals: 2,
      maxLines: 1_000,
      source:
        'https://quickbooks.intuit.com/learn-support/en-uk/banking/import-bank-transactions-using-excel-csv-files/00/239741',
    },
  },
  netsuite: {
    title: 'NetSuite',
    purpose: 'bank import with the default CSV parser',
    date: 'MM/DD/YYYY',
    hasByteOrderMark: false,
    columns: [
      ['Date (MM/DD/YYYY)', ({ date }) => date],
      ['Payer/Payee Name', (line) => cutBytes(payeeOf(line) || typeOf(line), 70)],
      ['Transaction Id', ({ transfer, line }) => cutBytes(transfer.id, 86) + (line.part === 'fee' ? '-fee' : '')],
      ['Transaction Type', ({ line }) => netSuiteType(line)],
      ['Amount', ({ line }) => line.amount ?? ''],
      // The parser refuses commas, semicolons and underscores here.
      ['Memo', (line) => cutBytes(describeLine(line).replaceAll(/[,;_]/g, ' '), 4_000)],
      ['NS Internal Customer Id', () => ''],
      ['NS Customer Name', () => ''],
      ['Invoice Number(s)', () => ''],
    ],
    system: {
      name: 'NetSuite',
      maxDecimals: 2,
      source: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1508962727.html',
    },
  },
} as const satisfies Record<string, ExportPreset>;

/** One of EXPORT_PRESETS. */
export type PresetId = keyof typeof EXPORT_PRESETS;

/** Gives a preset by its name; undefined for any other name. */
export function findPreset(name: string | null): PresetId | undefined {
  return name !== null && Object.hasOwn(EXPORT_PRESETS, name) ? (name as PresetId) : undefined;
}

/** Gives the table of a preset. */
export function presetOf(id: PresetId): ExportPreset {
  return EXPORT_PRESETS[id];
}

function netSuiteType({ part, amount }: BalanceLine): string {
  if (part === 'fee') return 'FEE';
  return amount?.startsWith('-') ? 'DEBIT' : 'CREDIT';
}

/** Cuts a text to so many bytes of UTF-8, between two characters. */
function cutBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > maxBytes) return kept;
    kept += character;
  }
  return kept;
}
