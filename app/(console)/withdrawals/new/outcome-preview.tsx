'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { AmountText } from '@/components/values/amount';
import { FixedAmountSentence } from '@/components/withdrawals/fixed-amount-sentence';
import { Panel } from '@/components/ui/panel';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** The consequence of what is typed, in words, while it is typed. */
export function OutcomePreview() {
  const { control } = useFormContext<WithdrawalForm>();
  const [fixed, value, asset, testAmount] = useWatch({ control, name: ['fixed', 'value', 'asset', 'testAmount'] });
  const amount = parseAmount(value);
  const test = parseAmount(testAmount);
  return (
    <Panel title="What will happen">
      {amount.ok ? (
        <>
          <FixedAmountSentence fixed={fixed} amount={amount.value} asset={asset} />
          {test.ok && fixed === 'amount' && (
            <p className="mt-2 text-sm">
              First <AmountText amount={test.value} asset={asset} /> of it as a test, with a fee of its own. The
              remainder waits until the test is completed and somebody confirms that the recipient has it.
            </p>
          )}
        </>
      ) : (
        <p className="text-dim">
          {value.trim() === '' ? 'Give the amount, and what it means stands here.' : amount.error}
        </p>
      )}
    </Panel>
  );
}
