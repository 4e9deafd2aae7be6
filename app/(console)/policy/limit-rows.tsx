'use client';

import type { LimitDraft } from '@/lib/policy/conditions/limit-lines';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { RemoveButton } from '@/app/(console)/policy/remove-button';
import { issueMessage } from '@/components/form/issue-message';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';

/** ID of the list of assets that the lines offer; the editor has it once (`AssetList`). */
const ASSET_LIST = 'policy-assets';

/** Lists the assets of the registry for the lines of limits. */
export function AssetList({ assets }: { assets: readonly string[] }) {
  return (
    <datalist id={ASSET_LIST}>
      {assets.map((asset) => (
        <option key={asset}>{asset}</option>
      ))}
    </datalist>
  );
}

interface LimitRowsProps {
  /** The form's field, a list of lines. */
  name: string;
  legend: string;
  hint: string;
  className?: string;
}

/** Lines with a limit for an asset each. */
export function LimitRows({ name, legend, hint, className }: LimitRowsProps) {
  const id = useId();
  const { field, formState } = useController({ name });
  const rows = field.value as readonly LimitDraft[];
  const messageAt = (path: string) => issueMessage(formState.errors, path);
  const change = (index: number, part: Partial<LimitDraft>) =>
    field.onChange(rows.map((row, place) => (place === index ? { ...row, ...part } : row)));
  return (
    <fieldset className={className} aria-describedby={`${id}-about`}>
      <legend className="mb-1 text-label text-dim">{legend}</legend>
      <ul className="space-y-1.5">
        {rows.map((row, index) => {
          const issue = messageAt(`${name}.${index}.asset`) ?? messageAt(`${name}.${index}.limit`);
          const cell = (part: keyof LimitDraft, label: string) => ({
            'aria-label': `${label} ${index + 1}`,
            'aria-invalid': messageAt(`${name}.${index}.${part}`) !== undefined,
            'aria-describedby': `${id}-${index}`,
            autoComplete: 'off',
            spellCheck: false,
            className: CONTROL,
            value: row[part],
            onChange: ({ target }: { target: { value: string } }) => change(index, { [part]: target.value }),
            onBlur: field.onBlur,
          });
          return (
            <li key={index}>
              <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] gap-1.5">
                <input {...cell('asset', 'Asset')} list={ASSET_LIST} placeholder="Asset" />
                <input {...cell('limit', 'Limit')} inputMode="decimal" placeholder="Limit" />
                <RemoveButton
                  label={`limit ${index + 1}`}
                  onClick={() => field.onChange(rows.filter((_row, place) => place !== index))}
                />
              </div>
              <p id={`${id}-${index}`} className="mt-1 text-label text-bad empty:hidden">
                {issue}
              </p>
            </li>
          );
        })}
      </ul>
      <Button className="mt-1.5" onClick={() => field.onChange([...rows, { asset: '', limit: '' }])}>
        Add a limit
      </Button>
      <p id={`${id}-about`} className={`mt-1 text-label ${messageAt(name) === undefined ? 'text-dim' : 'text-bad'}`}>
        {messageAt(name) ?? hint}
      </p>
    </fieldset>
  );
}
