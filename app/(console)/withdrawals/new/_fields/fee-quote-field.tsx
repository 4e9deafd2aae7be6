'use client';

import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { quoteFeeAction } from '@/app/(console)/withdrawals/new/actions';
import { callAction } from '@/components/data/call-action';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { explainDenial, isDenial } from '@/lib/http/denials';
import { theService } from '@/lib/text/service-name';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import type { FeeQuote } from '@/lib/withdrawals/fee-quote';

const QUOTED = [
  'profileId',
  'network',
  'destinationAddress',
  'asset',
  'fixed',
  'value',
  'balanceAsset',
  'identityId',
] as const;

/**
 * Asks for a guaranteed fee and puts its ID into the form; nothing with a test payment, which has a fee of its own. A
 * quote is for one withdrawal: after a change it is removed.
 */
export function FeeQuoteField() {
  const { control, getValues, setValue } = useFormContext<WithdrawalForm>();
  const values = useWatch({ control, name: [...QUOTED] });
  const [feeId, testAmount] = useWatch({ control, name: ['feeId', 'testAmount'] });
  const [given, setGiven] = useState<{ for: string; quote: FeeQuote }>();
  const [failure, setFailure] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const own = given?.quote.id === feeId ? given : undefined;
  const isStale = own !== undefined && own.for !== JSON.stringify(values);
  useEffect(() => {
    if (isStale) setValue('feeId', '');
  }, [isStale, setValue]);
  if (testAmount !== '') return null;
  const quote = isStale ? undefined : own?.quote;
  const ask = async () => {
    setIsAsking(true);
    setFailure(undefined);
    const form = getValues();
    const outcome = await callAction(
      quoteFeeAction,
      Object.fromEntries(QUOTED.map((name) => [name, form[name]])),
    ).catch(() => undefined);
    setIsAsking(false);
    if (outcome?.ok) {
      setGiven({ for: JSON.stringify(QUOTED.map((name) => form[name])), quote: outcome.value });
      setValue('feeId', outcome.value.id);
      return;
    }
    setFailure(outcome ? explain(outcome.error) : 'The console did not answer. Nothing was sent. Try again.');
  };
  return (
    <div className="mt-3 space-y-2 border-t border-line pt-3 text-body" aria-live="polite">
      {quote ? (
        <p>
          Guaranteed fee <Money amount={quote.fee} asset={quote.asset} />, until{' '}
          <Time iso={quote.expiresAt} withSeconds />. After that, {theService()} declines the withdrawal.
        </p>
      ) : (
        feeId !== '' && <p className="text-dim">A fee ID from earlier is in the form. Get a new one if it is over.</p>
      )}
      {failure !== undefined && <p className="text-warn [overflow-wrap:anywhere]">{failure}</p>}
      <Button disabled={isAsking} onClick={() => void ask()}>
        {isAsking
          ? 'Asking…'
          : quote !== undefined || feeId !== ''
            ? 'Get a new guaranteed fee'
            : 'Get a guaranteed fee'}
      </Button>
    </div>
  );
}

type Failure = Extract<Awaited<ReturnType<typeof quoteFeeAction>>, { ok: false }>['error'];

function explain(failure: Failure): string {
  return isDenial(failure) ? explainDenial(failure, 'Nothing was sent.').title : failure.reason;
}
