import type { Metadata } from 'next';
import { AuditFilters } from '@/app/(console)/audit/audit-filters';
import { AuditList } from '@/app/(console)/audit/audit-list';
import { PageLinks } from '@/components/ui/page-links';
import { buttonClass } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { PageTitle, Panel } from '@/components/ui/panel';
import { downloadRoutes, routes } from '@/lib/http/routes';
import { type AuditFilter, readAudit } from '@/lib/server/audit/read';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditLogPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePage('readAudit');
  const audit = await readAudit(await searchParams);
  if (!audit.ok) throw new Error('somebody who may read the audit log must be given it');
  const { filter, items, next, head, people } = audit.value;
  return (
    <>
      <PageTitle
        title="Audit"
        subtitle="What was done, by whom and from where, newest first. The database refuses to change or delete any of it."
        actions={
          // No Link: it is a file, and fetching it ahead would be an export of its own.
          <a href={downloadRoutes.audit} download className={buttonClass('plain')}>
            Export everything
          </a>
        }
      />
      <AuditFilters filter={filter} people={people} />
      {items.length > 0 ? (
        <AuditList items={items} />
      ) : (
        <Panel>
          <p className="text-dim">
            {filter.before === undefined
              ? 'Nothing that was written down fits this filter.'
              : 'There is nothing older.'}
          </p>
        </Panel>
      )}
      <PageLinks
        label="Pages of the log"
        hrefs={{
          Newest: filter.before !== undefined && addressOf({ ...filter, before: undefined }),
          Older: next !== null && addressOf({ ...filter, before: next }),
        }}
      />
      <p className="mt-5 text-xs text-dim [overflow-wrap:anywhere]">
        The log ends at entry {head.seq.toLocaleString('en-GB')} with the hash{' '}
        <span className="font-mono">{head.hash}</span>
        <CopyButton text={head.hash} what="hash" />. An export is checked without the console by{' '}
        <span className="font-mono">npm run audit:verify FILE</span>.
      </p>
    </>
  );
}

function addressOf(filter: AuditFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `${routes.audit}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
