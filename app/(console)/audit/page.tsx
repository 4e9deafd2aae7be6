import type { Metadata } from 'next';
import { AuditBrowser } from '@/app/(console)/audit/audit-browser';
import { FIRST_ROWS } from '@/components/list/row-style';
import { readAuditQuery, writeAuditQuery } from '@/lib/audit/query';
import { toParameters } from '@/lib/http/page-parameters';
import { explainReadFailure } from '@/lib/http/read-failures';
import { listAuditPage } from '@/lib/server/audit/read';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';
import { now } from '@/lib/server/runtime/clock';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditLogPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePage('readAudit');
  const query = writeAuditQuery(readAuditQuery(toParameters(await searchParams)));
  const [page, root] = await Promise.all([
    listAuditPage(new URLSearchParams([...query, ['limit', String(FIRST_ROWS)]])),
    readRootInForce(),
  ]);
  return (
    <AuditBrowser
      first={{ parameters: query.toString(), page: page.ok ? page.value : explainReadFailure(page.error) }}
      evidenceUntil={root && now().toISOString().slice(0, 10)}
    />
  );
}
