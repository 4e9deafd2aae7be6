import type { Metadata } from 'next';
import { WithdrawalBrowser } from '@/app/(console)/withdrawals/_list/withdrawal-browser';
import { FIRST_ROWS } from '@/components/list/row-style';
import { ImportLink, NewWithdrawalLink } from '@/components/withdrawals/new-withdrawal-link';
import { toParameters } from '@/lib/http/page-parameters';
import { explainReadFailure } from '@/lib/http/read-failures';
import { denialReason } from '@/lib/identity/roles';
import { readRequestQuery, writeRequestQuery } from '@/lib/requests/list/query';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listRequestPage } from '@/lib/server/requests/lists/list';

export const metadata: Metadata = { title: 'Withdrawals' };

export default async function WithdrawalsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { roles } = await requirePage('readWithdrawals');
  const { query, ignored } = readRequestQuery(toParameters(await searchParams));
  const page = await listRequestPage({ query, limit: FIRST_ROWS });
  return (
    <WithdrawalBrowser
      first={{
        parameters: writeRequestQuery(query).toString(),
        page: page.ok ? page.value : explainReadFailure(page.error),
      }}
      ignored={ignored}
      canRequest={denialReason('makeWithdrawal', roles) === undefined}
      primary={<NewWithdrawalLink roles={roles} />}
      others={<ImportLink roles={roles} />}
    />
  );
}
