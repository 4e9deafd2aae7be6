'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { SelectField } from '@/components/ui/field';
import { useProfileNames } from '@/components/profiles/profile-names';
import { readableText } from '@/components/values/untrusted-text';
import { formatCount } from '@/lib/text/locale';
import { balanceAccountsEndpoint } from '@/lib/transfers/contract';
import { EXPORT_FORMATS, type ExportFormat, type ExportOptions } from '@/lib/transfers/export/format';
import { describeProfile, type ProfileNames } from '@/lib/profiles/find-name';
import { EXACT_AMOUNTS, HOW_TO_OPEN_CSV } from '@/lib/sheets/write/table';
import { EXPORT_PRESETS, findPreset, presetOf, type PresetId } from '@/lib/transfers/export/presets';
import type { BalanceAccountOption } from '@/lib/transfers/export/preset-query';
import { type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

/** The columns of a file: those of the default export, those of the list, or all. */
export type ColumnSet = 'standard' | 'list' | 'all';

/** What the dialog lets choose. */
export interface ExportChoice {
  file: ExportFormat | PresetId;
  columnSet: ColumnSet;
  /** Whether a file without preset ends with a trailer, and whether a bank statement does. */
  hasTrailer: boolean;
  hasStatementTrailer: boolean;
  account: BalanceAccountOption | undefined;
  zone: string;
}

/** The choice with which the dialog opens. */
export const FIRST_CHOICE: ExportChoice = {
  file: 'csv',
  columnSet: 'standard',
  hasTrailer: true,
  hasStatementTrailer: false,
  account: undefined,
  zone: 'UTC',
};

/** Gives the parameters of a choice. */
export function optionsOf({ file, hasTrailer, hasStatementTrailer, account, zone }: ExportChoice): ExportOptions {
  const preset = findPreset(file);
  const isStatement = preset !== undefined && !presetOf(preset).system;
  return {
    format: preset ? 'csv' : (EXPORT_FORMATS.find((format) => format === file) ?? 'csv'),
    hasTrailer: preset ? isStatement && hasStatementTrailer : hasTrailer,
    preset,
    account: preset && account,
    zone,
  };
}

const FILES: readonly [file: ExportChoice['file'], title: string, purpose: string][] = [
  ['csv', 'CSV', 'for spreadsheets and programs; formulas are disabled'],
  ['xlsx', 'Excel', 'with IDs and references as text, and amounts as numbers'],
  ['jsonl', 'JSON Lines', 'for programs; one object per line'],
  ...(Object.keys(EXPORT_PRESETS) as PresetId[]).map(
    (id) => [id, presetOf(id).title, presetOf(id).purpose] as [PresetId, string, string],
  ),
];

const FILE_HINTS: Partial<Record<ExportChoice['file'], string>> = { csv: HOW_TO_OPEN_CSV, xlsx: EXACT_AMOUNTS };

const COLUMN_SETS: readonly [set: ColumnSet, title: string, purpose: string][] = [
  ['standard', 'Standard', 'asset, signed amount, fee, both references, balance change and more'],
  ['list', 'As in the list', 'the columns that you chose, in their order'],
  ['all', 'Every field', 'with the whole record as JSON'],
];

interface ExportChoicesProps {
  query: TransferQuery;
  choice: ExportChoice;
  isDisabled: boolean;
  onChoose: (choice: ExportChoice) => void;
}

/** The choice of a file, and what it depends on: columns and trailer, or account and time zone. */
export function ExportChoices({ query, choice, isDisabled, onChoose }: ExportChoicesProps) {
  const preset = findPreset(choice.file);
  const isStatement = preset !== undefined && !presetOf(preset).system;
  return (
    <fieldset disabled={isDisabled}>
      <legend className="sr-only">File</legend>
      <Radios
        legend="Format"
        name="format"
        options={FILES}
        chosen={choice.file}
        onChoose={(file) => onChoose({ ...choice, file })}
      />
      {choice.file in FILE_HINTS && <p className="mt-1 text-label text-dim">{FILE_HINTS[choice.file]}</p>}
      {preset ? (
        <PresetChoices preset={preset} query={query} choice={choice} onChoose={onChoose} />
      ) : (
        <Radios
          legend="Columns"
          name="columns"
          options={COLUMN_SETS}
          chosen={choice.columnSet}
          onChoose={(columnSet) => onChoose({ ...choice, columnSet })}
        />
      )}
      {(!preset || isStatement) && (
        <label className="mt-3 flex min-h-7 cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            checked={preset ? choice.hasStatementTrailer : choice.hasTrailer}
            onChange={({ target: { checked } }) =>
              onChoose({ ...choice, [preset ? 'hasStatementTrailer' : 'hasTrailer']: checked })
            }
            className="size-4 shrink-0 accent-accent"
          />
          Add totals and filter {choice.file === 'xlsx' ? 'on a second sheet' : 'below the rows'}
        </label>
      )}
    </fieldset>
  );
}

interface PresetChoicesProps extends Omit<ExportChoicesProps, 'isDisabled'> {
  preset: PresetId;
}

/** The account and the time zone of an accounting file. */
function PresetChoices({ preset, query, choice, onChoose }: PresetChoicesProps) {
  const id = useId();
  const { accounts, error } = useAccounts(query);
  const names = useProfileNames();
  const { system } = presetOf(preset);
  const account = choice.account ?? (system && accounts?.[0]);
  // A system takes one account, so that the first is chosen until another is.
  useEffect(() => {
    if (account !== choice.account) onChoose({ ...choice, account });
  });
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="mt-3 space-y-3">
      <SelectField
        id={`${id}-account`}
        label="Account to export"
        hint={
          system
            ? `${system.name} imports one account at a time: one profile and one asset.`
            : 'Each line names its profile and asset.'
        }
        value={account ? nameOf(account) : ''}
        options={[
          ...(!system || !account ? [['', describeNoAccount(accounts, system !== undefined)] as const] : []),
          ...(accounts ?? []).map((option) => [nameOf(option), describeAccount(option, names)] as const),
        ]}
        onChoose={(name) => onChoose({ ...choice, account: accounts?.find((option) => nameOf(option) === name) })}
      />
      {error && <ExplanationNotice explanation={explainError(error)} />}
      <SelectField
        id={`${id}-zone`}
        label="Days in time zone"
        hint="A line has the day on which the transfer was created. Amount and fee are two lines that add up to the balance change."
        value={choice.zone}
        options={[...new Set(['UTC', own])].map((zone) => [zone, zone === 'UTC' ? zone : `${zone} (this computer)`])}
        onChoose={(zone) => onChoose({ ...choice, zone })}
      />
    </div>
  );
}

function useAccounts(query: TransferQuery) {
  const parameters = writeTransferQuery(query).toString();
  const { data, error } = useQuery({
    queryKey: ['balance-accounts', parameters],
    queryFn: ({ signal }) => fetchJson(balanceAccountsEndpoint(new URLSearchParams(parameters)), { signal }),
    retry: false,
  });
  return { accounts: data?.accounts, error };
}

function nameOf({ profile, asset }: BalanceAccountOption): string {
  return JSON.stringify([profile, asset]);
}

function describeAccount({ profile, asset, transfers }: BalanceAccountOption, names: ProfileNames): string {
  const count = `${formatCount(transfers)} ${transfers === 1 ? 'transfer' : 'transfers'}`;
  return `${readableText(profile === '' ? 'No profile' : describeProfile(names, profile), 220)} · ${readableText(asset || 'no asset', 40)} (${count})`;
}

function describeNoAccount(accounts: readonly BalanceAccountOption[] | undefined, isSystem: boolean): string {
  if (!accounts) return 'Loading…';
  if (accounts.length === 0) return 'No completed transfers';
  return isSystem ? 'Choose an account' : 'All accounts';
}

interface RadiosProps<Value extends string> {
  legend: string;
  name: string;
  options: readonly (readonly [value: Value, title: string, purpose: string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

function Radios<Value extends string>({ legend, name, options, chosen, onChoose }: RadiosProps<Value>) {
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-label text-dim">{legend}</legend>
      {options.map(([value, title, purpose]) => (
        <label key={value} className="flex min-h-7 cursor-pointer items-center gap-2.5">
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            className="size-4 shrink-0 accent-accent"
          />
          <span>
            {title} <span className="text-dim">{purpose}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
