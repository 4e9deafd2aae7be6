'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { closePopover } from '@/components/ui/popover-button';
import { dayAt, dayOfBound, endOfDay, startOfDay } from '@/lib/transfers/day-bounds';
import type { Bounds } from '@/lib/transfers/time-bounds';

interface RangeFieldsProps {
  /** The name of the filter, such as "Created". */
  name: string;
  bounds: Bounds | undefined;
  /** True for a range of amounts; it is one of days otherwise. */
  isAmount?: boolean;
  /** Called with the bounds; without any, the range is no filter. */
  onApply: (bounds: Bounds | undefined) => void;
}

// The last days, including today.
const SPANS: readonly [days: number, label: string][] = [
  [1, 'Today'],
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
];

/** The bounds of a range, both inclusive. */
export default function RangeFields({ name, bounds = {}, isAmount = false, onApply }: RangeFieldsProps) {
  const id = useId();
  const [from, setFrom] = useState(isAmount ? (bounds.from ?? '') : dayOfBound(bounds.from));
  const [to, setTo] = useState(isAmount ? (bounds.to ?? '') : dayOfBound(bounds.to));
  const apply = (button: Element, first: string, last: string) => {
    const applied = isAmount
      ? { from: first || undefined, to: last || undefined }
      : { from: first ? startOfDay(first) : undefined, to: last ? endOfDay(last) : undefined };
    onApply(applied.from || applied.to ? applied : undefined);
    closePopover(button);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget, from.trim(), to.trim());
  };
  return (
    <form onSubmit={submit} className="text-body">
      <fieldset>
        <legend className="sr-only">{name}</legend>
        {!isAmount && <RecentDays onChoose={(button, day) => apply(button, day, '')} />}
        <InputField
          id={`${id}-from`}
          label={`${name} from`}
          className="mb-2"
          value={from}
          onText={setFrom}
          {...(isAmount ? AMOUNT_INPUT : DAY_INPUT)}
        />
        <InputField
          id={`${id}-to`}
          label={`${name} to`}
          hint={isAmount ? 'In units of each transfer’s own asset.' : 'Whole days in your time zone.'}
          value={to}
          onText={setTo}
          {...(isAmount ? AMOUNT_INPUT : DAY_INPUT)}
        />
      </fieldset>
      <div className="mt-3 flex justify-end gap-2">
        {(bounds.from ?? bounds.to) !== undefined && (
          <Button look="quiet" onClick={({ currentTarget }) => apply(currentTarget, '', '')}>
            Clear
          </Button>
        )}
        <Button type="submit" look="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}

function RecentDays({ onChoose }: { onChoose: (button: Element, firstDay: string) => void }) {
  return (
    <div className="mb-2 flex flex-wrap gap-1.5">
      {SPANS.map(([days, label]) => (
        <Button key={days} onClick={({ currentTarget }) => onChoose(currentTarget, dayAt(new Date(), 1 - days))}>
          {label}
        </Button>
      ))}
    </div>
  );
}

const AMOUNT_INPUT = {
  type: 'text',
  inputMode: 'decimal',
  pattern: '\\d{1,30}(\\.\\d{1,30})?',
  title: 'Digits with at most one point',
} as const;

const DAY_INPUT = { type: 'date' } as const;
