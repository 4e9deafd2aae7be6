import type { Metadata } from 'next';
import { AuditFilters } from '@/app/(console)/audit/audit-filters';
import { EvidenceOfPeriod } from '@/app/(console)/audit/evidence-of-period';
import { AuditList } from '@/app/(console)/audit/audit-list';
import { PageLinks } from '@/components/ui/page-links';
import { buttonClass } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { TellTimeZone } from '@/components/values/tell-time-zone';
import { PageTitle, Panel } from '@/components/ui/panel';
import { downloadRoutes, routes } from '@/lib/http/routes';
import { type AuditFilter, readAudit } from '@/lib/server/audit/read';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';
import { now } from '@/lib/server/runtime/clock';
import { formatCount } from '@/lib/text/locale';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditLogPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePage('readAudit');
  const audit = await readAudit(await searchParams);
  if (!audit.ok) throw new Error('the audit log was denied to a person who may read it');
  const hasEvidence = (await readRootInForce()) !== undefined;
  const { filter, zone, ownZone, items, next, head, people } = audit.value;
  return (
    <>
      <PageTitle
        title="Audit"
        subtitle="Every action, with the person and the IP address, newest first. Entries cannot be changed or deleted."
        actions={
          // No Link: prefetching the file would record an export.
          <a href={downloadRoutes.audit} download className={buttonClass('plain')}>
            Export all entries
          </a>
        }
      />
      <TellTimeZone used={ownZone} />
      {hasEvidence && (
        <details className="mb-4">
          <summary className="mb-2 text-body text-dim">Evidence of a period</summary>
          <EvidenceOfPeriod today={now().toISOString().slice(0, 10)} />
        </details>
      )}
      <AuditFilters filter={filter} zone={zone} people={people} />
      {items.length > 0 ? (
        <AuditList items={items} />
      ) : (
        <Panel>
          <p className="text-dim">
            {filter.before === undefined
              ? 'No entries match this filter. Change the filter or show all entries.'
              : 'No older entries.'}
          </p>
        </Panel>
      )}
      <PageLinks
        label="Pages of the audit log"
        hrefs={{
          Newest: filter.before !== undefined && addressOf({ ...filter, before: undefined }),
          Older: next !== null && addressOf({ ...filter, before: next }),
        }}
      />
      <p className="mt-5 text-label text-dim [overflow-wrap:anywhere]">
        The last entry is {formatCount(head.seq)}, with the hash <span className="font-mono">{head.hash}</span>
        <CopyButton text={head.hash} what="hash" />. To verify an export without the console, run{' '}
        <span className="font-mono">npm run audit:verify FILE</span>.
      </p>
    </>
  );
}

function addressOf(filter: AuditFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `${routes.audit}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
