'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { FeeQuoteField } from '@/app/(console)/withdrawals/new/_fields/fee-quote-field';
import { Money } from '@/components/values/money';
import { FixedAmountSentence } from '@/components/withdrawals/fixed-amount-sentence';
import { Panel } from '@/components/ui/panel';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Consequence of the entered amount, updated with every keystroke. */
export function OutcomePreview() {
  const { control } = useFormContext<WithdrawalForm>();
  const [fixed, value, asset, balanceAsset, testAmount, feeId] = useWatch({
    control,
    name: ['fixed', 'value', 'asset', 'balanceAsset', 'testAmount', 'feeId'],
  });
  const amount = parseAmount(value);
  const test = parseAmount(testAmount);
  return (
    <Panel title="What will happen">
      {amount.ok ? (
        <>
          <FixedAmountSentence
            body={{
              asset,
              ...(balanceAsset !== '' && { balance_asset: balanceAsset }),
              ...(feeId !== '' && { fee_id: feeId }),
              [fixed]: amount.value,
            }}
          />
          <FeeQuoteField />
          {test.ok && fixed === 'amount' && (
            <p className="mt-2 text-body">
              A test payment of <Money amount={test.value} asset={asset} /> is sent first, with its own fee. The
              remainder stays locked until the test payment is completed and someone confirms that the recipient has it.
            </p>
          )}
        </>
      ) : (
        <p className="text-dim">
          {value.trim() === '' ? 'Enter an amount to see what the recipient gets.' : amount.error}
        </p>
      )}
    </Panel>
  );
}
