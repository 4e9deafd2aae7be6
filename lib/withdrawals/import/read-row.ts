import type { Registry } from '@/lib/networks/assets';
import type { RecipientChoice } from '@/lib/recipients/recipients';
import { columnOf, metadataKeyOf, type SheetColumn, type SheetField } from '@/lib/withdrawals/import/columns';
import { EMPTY_WITHDRAWAL_FORM, type WithdrawalForm } from '@/lib/withdrawals/body';

/** A row of the sheet, one withdrawal. Never changed, only replaced, so that what was found out about it belongs to it. */
export interface SheetRow {
  /** Its place in the sheet, from 1; stays when others are removed. */
  number: number;
  cells: readonly string[];
  /** Which address somebody said is meant, where others look like it. */
  chosenAddress: string;
}

/** Active entries of the book by the names that the sheet gives; a name that was not looked up yet is not in it. */
export type NamedRecipients = ReadonlyMap<string, readonly RecipientChoice[]>;

/** What a row is read with. */
export interface SheetContext {
  columns: readonly SheetColumn[];
  registry: Registry;
  recipients: NamedRecipients;
}

/** What is wrong with a cell before the form's own rules are asked. */
export interface CellIssueOfRow {
  field: SheetField;
  message: string;
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'none', 'no memo']);
const NO = new Set(['', 'no', 'n', 'false', '0', '-']);

/** The form that a row fills in, and which of its cells cannot be read. */
export function readRow(row: SheetRow, context: SheetContext): { form: WithdrawalForm; faults: CellIssueOfRow[] } {
  const cell = (field: SheetField) => row.cells[columnOf(context.columns, field)] ?? '';
  const faults: CellIssueOfRow[] = [];
  const refuse = (field: SheetField, message: string) => faults.push({ field, message });

  const network = findNetworkId(cell('network'), context.registry);
  if (network === undefined) refuse('network', explainNetwork(cell('network'), context.registry));
  const named = readRecipient(cell('recipient'), network ?? '', cell('address'), context.recipients);
  if ('fault' in named) refuse('recipient', named.fault);
  const entry = 'entry' in named ? named.entry : undefined;

  const [amount, total] = [cell('amount'), cell('total')];
  if (amount !== '' && total !== '') {
    const message =
      'Amount and total are both given. Leave one of them empty: the recipient gets the amount; a total has the fee in it.';
    refuse('amount', message);
    refuse('total', message);
  }
  const noMemo = cell('noMemo').toLowerCase();
  if (!YES.has(noMemo) && !NO.has(noMemo))
    refuse('noMemo', 'Write yes where the recipient needs no memo, and nothing elsewhere.');
  if (cell('institution') !== '' && (cell('firstName') !== '' || cell('lastName') !== '')) {
    refuse('institution', 'The beneficiary is a person or an institution. Leave one of them empty.');
  }
  const address = cell('address');
  const memo = cell('memo') || (entry?.memo ?? '');
  const form: WithdrawalForm = {
    ...EMPTY_WITHDRAWAL_FORM,
    profileId: cell('profile'),
    asset: cell('asset').toUpperCase(),
    network: network || (entry?.network ?? ''),
    destinationAddress: address || (entry?.address ?? ''),
    addressEntry: address === '' && entry ? 'book' : 'file',
    recipientId: entry?.id ?? '',
    chosenAddress: row.chosenAddress,
    fixed: amount === '' && (total !== '' || columnOf(context.columns, 'amount') === -1) ? 'total' : 'amount',
    value: amount || total,
    referenceId: cell('reference'),
    memo,
    needsNoMemo: YES.has(noMemo) || (entry !== undefined && entry.memo === null && memo === ''),
    metadata: context.columns.flatMap((column, index) => {
      const value = column.field === 'metadata' ? (row.cells[index] ?? '') : '';
      return value === '' ? [] : [{ key: metadataKeyOf(column), value }];
    }),
    identityId: cell('identity'),
    accountId: cell('account'),
    balanceAsset: cell('balanceAsset').toUpperCase(),
    feeId: cell('feeId'),
    beneficiary: readBeneficiary(cell('firstName'), cell('lastName'), cell('institution')),
    note: cell('note'),
  };
  return { form, faults };
}

/** A network by the interface's word or by its label; empty for an empty cell, undefined for what is neither. */
function findNetworkId(text: string, { networks }: Registry): string | undefined {
  if (text === '') return '';
  const wanted = spelled(text);
  return networks.find(({ id, label }) => spelled(id) === wanted || spelled(label) === wanted)?.id;
}

function spelled(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

function explainNetwork(text: string, { networks }: Registry): string {
  return `“${text}” is no network that the console knows. Write ${networks.map(({ label }) => label).join(', ')}.`;
}

/** The entry of the book that a name stands for, by exact name, on the network where one is given. */
function readRecipient(
  name: string,
  network: string,
  address: string,
  recipients: NamedRecipients,
): { entry?: RecipientChoice } | { fault: string } {
  if (name === '') return {};
  const all = recipients.get(name);
  if (!all) return { fault: 'This name was not looked up in the book yet.' };
  if (all.length === 0)
    return { fault: 'Nobody in the book has exactly this name. Correct it, or give network and address instead.' };
  const fitting = all.filter(
    (entry) => (network === '' || entry.network === network) && (address === '' || entry.address === address),
  );
  const [entry, ...more] = fitting;
  if (!entry) {
    const what =
      address === ''
        ? `on this network. There it is on ${all.map((other) => other.network).join(', ')}`
        : 'at this address on this network';
    return { fault: `The book does not have this name ${what}. Correct it, or leave the recipient empty.` };
  }
  if (more.length > 0) {
    return {
      fault: `${fitting.length} entries of the book have this name, on ${fitting.map((other) => other.network).join(', ')}. Give the network or address too.`,
    };
  }
  return { entry };
}

function readBeneficiary(firstName: string, lastName: string, institutionName: string): WithdrawalForm['beneficiary'] {
  const kind = institutionName !== '' ? 'institution' : firstName !== '' || lastName !== '' ? 'person' : 'none';
  return { kind, firstName, lastName, institutionName, json: '' };
}
