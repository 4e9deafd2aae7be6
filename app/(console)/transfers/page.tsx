import type { Metadata } from 'next';
import { type FirstPage, TransferBrowser } from '@/app/(console)/transfers/transfer-browser';
import { requirePage } from '@/lib/server/people/page-guard';
import { explainReadRefusal } from '@/lib/read-refusals';
import { listTransferPage } from '@/lib/server/transfers/read';

export const metadata: Metadata = { title: 'Transfers' };

const FIRST_ROWS = 50;

export default async function TransfersPage() {
  await requirePage('readTransfers');
  const page = await listTransferPage({ limit: FIRST_ROWS });
  const first: FirstPage = page.ok ? { page: page.value } : { explanation: explainReadRefusal(page.error) };
  return <TransferBrowser first={first} />;
}
