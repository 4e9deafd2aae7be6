import { byField } from '@/lib/withdrawals/fields';
import { findPointReadings, removeSeparators } from '@/lib/money/amount-readings';
import type { Sendable } from '@/lib/withdrawals/sendable';
import { explainNotNamed } from '@/lib/networks/find-named';
import { networkLabel } from '@/lib/networks/networks';
import { joinList } from '@/lib/text/join-list';
import type { RecipientChoice } from '@/lib/recipients/recipients';
import { columnOf } from '@/lib/sheets/columns';
import { readDestination } from '@/lib/sheets/read-destination';
import { isWithDecimalCommas, metadataKeyOf, type SheetColumn, type SheetField } from '@/lib/requests/import/columns';
import { toBeneficiaryForm } from '@/lib/withdrawals/beneficiary';
import type { BeneficiaryForm } from '@/lib/withdrawals/beneficiary-form';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

/** Row of a sheet, one withdrawal. Never mutated, only replaced, so that the results of its checks stay valid. */
export interface SheetRow {
  /** Number in the sheet, from 1; stays when other rows are removed. */
  number: number;
  cells: readonly string[];
  /** The address that a person confirmed where similar ones are known; empty for none. */
  chosenAddress: string;
}

/** Active entries of the address book by the names in the sheet; a name without a result yet is absent. */
export type NamedRecipients = ReadonlyMap<string, readonly RecipientChoice[]>;

/** Context that is needed to read a row. */
export interface SheetContext {
  columns: readonly SheetColumn[];
  registry: Sendable;
  recipients: NamedRecipients;
}

/** Issue of a cell that the form's own schema cannot find. */
export interface ReadIssue {
  field: SheetField;
  message: string;
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'none', 'no memo']);
const NO = new Set(['', 'no', 'n', 'false', '0', '-']);

/** Reads a row as a withdrawal form, with the issues of cells that cannot be read. */
export function readRow(row: SheetRow, context: SheetContext): { form: WithdrawalForm; issues: ReadIssue[] } {
  const cell = (field: SheetField) => row.cells[columnOf(context.columns, field)] ?? '';
  const issues: ReadIssue[] = [];
  const addIssue = (field: SheetField, message: string) => issues.push({ field, message });

  const { network, named, address } = readDestination(
    { network: cell('network'), address: cell('address') },
    context.registry.networks,
  );
  if (network === undefined) addIssue('network', explainNetwork(named, context.registry));
  const saved = readRecipient({ name: cell('recipient'), network: network ?? '', address }, context.recipients);
  if ('issue' in saved) addIssue('recipient', saved.issue);
  const entry = 'entry' in saved ? saved.entry : undefined;

  const [amount, total] = [cell('amount'), cell('total')];
  if (amount !== '' && total !== '') {
    const message =
      'This row has an amount and a total. Leave one of them empty: ' +
      'the recipient gets the amount; a total includes the fee.';
    addIssue('amount', message);
    addIssue('total', message);
  }
  // An amount that the sheet lets mean two things is none until a person says which.
  const readings = isWithDecimalCommas(context.columns) ? findPointReadings(amount || total) : undefined;
  if (readings) addIssue(amount === '' ? 'total' : 'amount', explainTwoReadings(amount || total, readings));
  const noMemo = cell('noMemo').toLowerCase();
  if (!YES.has(noMemo) && !NO.has(noMemo))
    addIssue('noMemo', 'Enter yes if the recipient needs no memo. Otherwise leave the cell empty.');
  if (cell('institution') !== '' && (cell('firstName') !== '' || cell('lastName') !== '')) {
    addIssue('institution', 'The beneficiary is either a person or an institution. Leave one of them empty.');
  }
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
    value: readings ? '' : removeSeparators(amount || total),
    referenceId: cell('reference'),
    memo,
    needsNoMemo: YES.has(noMemo) || (entry !== undefined && entry.memo === null && memo === ''),
    metadata: context.columns.flatMap((column, index) => {
      const value = column.field === 'metadata' ? (row.cells[index] ?? '') : '';
      return value === '' ? [] : [{ key: metadataKeyOf(column), value }];
    }),
    ...byField(({ name, kind }) => (kind === 'ticker' ? cell(name).toUpperCase() : cell(name))),
    beneficiary: readBeneficiary(
      { firstName: cell('firstName'), lastName: cell('lastName'), institutionName: cell('institution') },
      // What is not sent is not filled in either.
      context.registry.beneficiary === 'send' ? entry : undefined,
    ),
    note: cell('note'),
  };
  return { form, issues };
}

function explainTwoReadings(text: string, [whole, decimal]: readonly [string, string]): string {
  return (
    `“${text}” can be read as ${whole} or ${decimal}, since other cells of this sheet have a decimal comma or points ` +
    'between thousands. Enter the one you mean.'
  );
}

function explainNetwork(text: string, { networks }: Sendable): string {
  const known = joinList(
    networks.map(({ label }) => label),
    'or',
  );
  return `${explainNotNamed(text)} Enter ${known}.`;
}

/** Finds the entry with exactly this name, and with the network and address where the row has them. */
function readRecipient(
  { name, network, address }: { name: string; network: string; address: string },
  recipients: NamedRecipients,
): { entry?: RecipientChoice } | { issue: string } {
  if (name === '') return {};
  const all = recipients.get(name);
  if (!all) return { issue: 'The console is still looking up this name in the address book.' };
  if (all.length === 0)
    return {
      issue:
        'The address book has no entry with exactly this name. Correct the name, or enter network and address instead.',
    };
  const fitting = all.filter(
    (entry) => (network === '' || entry.network === network) && (address === '' || entry.address === address),
  );
  const [entry, ...more] = fitting;
  if (!entry) {
    const mismatch =
      address === '' ? `on this network, but on ${listNetworks(all)}` : 'with this address on this network';
    return {
      issue: `The address book does not have this name ${mismatch}. Correct the row, or leave the recipient empty.`,
    };
  }
  if (more.length > 0) {
    return {
      issue:
        `The address book has ${fitting.length} entries with this name, on ${listNetworks(fitting)}. ` +
        'Enter the network or the address too.',
    };
  }
  return { entry };
}

function listNetworks(entries: readonly RecipientChoice[]): string {
  return joinList(entries.map(({ network }) => networkLabel(network)));
}

/** Gives the beneficiary of a row, or that of the recipient in the address book where the row has none. */
function readBeneficiary(
  { firstName, lastName, institutionName }: Pick<BeneficiaryForm, 'firstName' | 'lastName' | 'institutionName'>,
  entry: RecipientChoice | undefined,
): BeneficiaryForm {
  const names = { firstName, lastName, institutionName, json: '' };
  if (Object.values(names).every((name) => name === '')) return toBeneficiaryForm(entry?.beneficiary);
  if (institutionName !== '') return { kind: 'institution', ...names };
  return { kind: firstName !== '' || lastName !== '' ? 'person' : 'none', ...names };
}
