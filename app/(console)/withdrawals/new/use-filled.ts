import { createContext, use } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Filled, FilledFields } from '@/lib/recipients/paid';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

interface FilledState {
  /** What the form filled in by itself. A value that the person changed is no longer filled in. */
  filled: FilledFields;
  setFilled: (filled: FilledFields) => void;
  /** What the form fills in before it has a recipient. */
  base: FilledFields;
}

/** Keeps what was filled in while the form is reviewed. */
export const FilledContext = createContext<FilledState>({ filled: {}, setFilled: () => undefined, base: {} });

/** Says what a field was filled in from, while it has that value. */
export function useFilledFrom(name: keyof FilledFields): string | undefined {
  const { filled } = use(FilledContext);
  const value = useWatch<WithdrawalForm>({ name });
  const own = filled[name];
  return own?.value === value ? `${own?.from}.` : undefined;
}

/** Gives the function that takes out what was filled in for a recipient, as another address is entered. */
export function useForgetFilled(): () => void {
  const { filled, setFilled, base } = use(FilledContext);
  const { getValues, setValue } = useFormContext<WithdrawalForm>();
  return () => {
    for (const [name, { value }] of Object.entries(filled) as [keyof FilledFields, Filled][])
      if (getValues(name) === value) setValue(name, base[name]?.value ?? '', { shouldDirty: true });
    setFilled(base);
  };
}
