'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { countFees, useRecipientChecks } from '@/app/(console)/withdrawals/new/use-recipient-checks';
import { RecipientChecksView } from '@/components/withdrawals/recipient-checks-view';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { checkAddress } from '@/lib/addresses/check-address';
import { parseAmount } from '@/lib/money/parse-amount';
import { withTextNotes } from '@/lib/risk/text-finding';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { findTextNotes } from '@/lib/withdrawals/text-notes';

/** Recipient checks while the form is filled in, once it has asset, network, address and amount. */
export function RecipientPreview({ exceptId }: { exceptId: string | undefined }) {
  const { control, setValue } = useFormContext<WithdrawalForm>();
  const form = useWatch({ control }) as WithdrawalForm;
  const network = useRegistry().networks.find(({ id }) => id === form.network);
  const address = form.destinationAddress.trim();
  const amount = parseAmount(form.value);
  const isComplete =
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
    balanceAsset: form.balanceAsset.trim(),
    fees: countFees(form),
  };
  const { data, isError, isFetching } = useRecipientChecks(isComplete ? question : undefined, exceptId);
  if (!isComplete) return null;
  return (
    <Panel title="Recipient checks" aside={isFetching && <span className="text-label text-dim">Checking…</span>}>
      {isError && (
        <Notice look="warn" title="The recipient could not be checked. The console checks again when you review." />
      )}
      {data && (
        <RecipientChecksView
          network={form.network}
          address={address}
          checks={{ ...data, card: withTextNotes(data.card, findTextNotes(form, network)) }}
          title="Recipient checks"
          chosen={form.chosenAddress}
          onChoose={(chosen) => setValue('chosenAddress', chosen)}
        />
      )}
    </Panel>
  );
}
