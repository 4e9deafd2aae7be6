'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { useRecipientChecks } from '@/app/(console)/withdrawals/new/use-recipient-checks';
import { RecipientChecksView } from '@/components/withdrawals/recipient-checks-view';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { checkAddress } from '@/lib/addresses/check-address';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** What is known about the recipient while the form is filled in, once it says where how much of what goes. */
export function RecipientPreview({ exceptId }: { exceptId: string | undefined }) {
  const { control, setValue } = useFormContext<WithdrawalForm>();
  const form = useWatch({ control }) as WithdrawalForm;
  const network = useRegistry().networks.find(({ id }) => id === form.network);
  const address = form.destinationAddress.trim();
  const amount = parseAmount(form.value);
  const isTold =
    network !== undefined &&
    form.asset !== '' &&
    amount.ok &&
    address !== '' &&
    checkAddress(address, network).state !== 'invalid';
  const question = {
    network: form.network,
    address,
    asset: form.asset,
    memo: form.memo.trim(),
    profile: form.profileId.trim(),
    value: amount.ok ? amount.value : '',
  };
  const { data, isError, isFetching } = useRecipientChecks(isTold ? question : undefined, exceptId);
  if (!isTold) return null;
  return (
    <Panel
      title="What is known about the recipient"
      aside={isFetching && <span className="text-xs text-dim">looking up…</span>}
    >
      {isError && (
        <Notice look="warn" title="Unavailable: this could not be looked up. It is looked up again when you review." />
      )}
      {data && (
        <RecipientChecksView
          network={form.network}
          address={address}
          checks={data}
          title="What is known about the recipient"
          chosen={form.chosenAddress}
          onChoose={(chosen) => setValue('chosenAddress', chosen)}
        />
      )}
    </Panel>
  );
}
