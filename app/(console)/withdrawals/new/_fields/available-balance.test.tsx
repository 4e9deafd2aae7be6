import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AvailableBalance } from '@/app/(console)/withdrawals/new/_fields/available-balance';
import { balanceEndpoint, type BalanceView } from '@/lib/balances/contract';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

function Form({ balance, fields }: { balance: BalanceView | null; fields: object }) {
  const form = useForm({ defaultValues: { ...EMPTY_WITHDRAWAL_FORM, ...fields } });
  const client = new QueryClient();
  client.setQueryData(['balance', balanceEndpoint({ profile: 'p-1', asset: 'USD' }).path], balance);
  return (
    <QueryClientProvider client={client}>
      <FormProvider {...form}>
        <AvailableBalance />
      </FormProvider>
    </QueryClientProvider>
  );
}

const KNOWN: BalanceView = { asset: 'USD', available: '1234.50', at: '2026-11-29T14:02:00.000Z' };
const CHOSEN = { profileId: ' p-1', asset: 'PYUSD', balanceAsset: 'USD' };

it.each([
  ['the balance that is debited', KNOWN, CHOSEN, /^Available: 1,234\.50 USD, \S/],
  ['that it is not known', null, CHOSEN, /^Balance not known$/],
  ['nothing while it is read', KNOWN, { ...CHOSEN, balanceAsset: '' }, /^$/],
  ['nothing without a profile', KNOWN, { ...CHOSEN, profileId: '' }, /^$/],
])('shows %s', (_what, balance, fields, shown) => {
  const html = renderToStaticMarkup(<Form balance={balance} fields={fields} />);
  expect(html.replace(/<[^>]*>/g, '')).toMatch(shown);
});
