'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { FixedAmountSentence } from '@/components/fixed-amount-sentence';
import { Panel } from '@/components/ui/panel';
import { parseAmount } from '@/lib/typed-amounts';
import type { WithdrawalForm } from '@/lib/withdrawals';

/** The consequence of what is typed, in words, while it is typed. */
export function WhatWillHappen() {
  const { control } = useFormContext<WithdrawalForm>();
  const [fixed, value, asset] = useWatch({ control, name: ['fixed', 'value', 'asset'] });
  const amount = parseAmount(value);
  return (
    <Panel title="What will happen">
      {amount.ok ? (
        <FixedAmountSentence fixed={fixed} amount={amount.value} asset={asset} />
      ) : (
        <p className="text-dim">{value.trim() === '' ? 'Give the amount, and what it means stands here.' : amount.error}</p>
      )}
    </Panel>
  );
}
