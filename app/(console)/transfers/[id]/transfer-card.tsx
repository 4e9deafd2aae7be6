import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';

/** The frame of a transfer's page, with a link back to the list. */
export function TransferCard({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div>
      <Link
        href={routes.transfers}
        scroll={false}
        className="mb-3 inline-flex min-h-6 items-center gap-1.5 text-body text-dim hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to transfers
      </Link>
      <PageTitle title={title} actions={actions} />
      <div className="rounded-panel border border-line bg-panel p-4 sm:p-5">{children}</div>
    </div>
  );
}
