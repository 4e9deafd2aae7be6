import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { DeclinedBefore } from '@/app/(console)/withdrawals/new/_fields/declined-before';
import { learnedLimitsEndpoint } from '@/lib/requests/contract';
import type { LearnedLimit } from '@/lib/risk/learned-limits';
import type { LimitedField } from '@/lib/risk/learned-limits-of-form';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

const LIMIT: LearnedLimit = {
  at: '2026-11-12T09:00:00.000Z',
  network: 'ETHEREUM',
  asset: 'USDC',
  kind: 'minimum',
  limit: '20',
};

function Form({ field, value }: { field: LimitedField; value: string }) {
  const form = useForm({ defaultValues: { ...EMPTY_WITHDRAWAL_FORM, asset: 'USDC', network: 'ETHEREUM', value } });
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
  const { path } = learnedLimitsEndpoint({ network: 'ETHEREUM', asset: 'USDC', address: '', feeId: '' });
  client.setQueryData(['learned-limits', path], [LIMIT]);
  return (
    <QueryClientProvider client={client}>
      <FormProvider {...form}>
        <DeclinedBefore field={field} />
      </FormProvider>
    </QueryClientProvider>
  );
}

it.each<[LimitedField, string, string]>([
  ['value', '19.5', 'Declined on 12 Nov 2026: at least 20 USDC on Ethereum.'],
  ['value', '20', ''],
  ['destinationAddress', '19.5', ''],
])('beside %s, with the amount %s, the form says “%s”', (field, value, said) => {
  const html = renderToStaticMarkup(<Form field={field} value={value} />);
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(said);
});
