import type { Metadata } from 'next';
import { sectionsFor } from '@/components/shell/navigation/navigation';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { guidesFor } from '@/lib/help/guides';
import { routes } from '@/lib/http/routes';
import { requireSignedIn } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Help' };

export default async function HelpPage() {
  const { roles } = await requireSignedIn();
  return (
    <>
      <PageTitle title="Help" />
      <ul className="grid gap-4 md:grid-cols-2">
        {guidesFor(roles).map(({ id, title, summary }) => (
          <li key={id}>
            <Link
              href={routes.guide(id)}
              className="block h-full rounded-panel border border-line bg-panel p-4 hover:border-edge"
            >
              <span className="text-heading font-semibold">{title}</span>
              <span className="mt-0.5 block text-body text-dim">{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
      <h2 className="mt-6 mb-2 text-heading font-semibold">Pages</h2>
      <dl className="gap-x-8 sm:columns-2 xl:columns-3">
        {sectionsFor(roles).map(({ label, pages }) => (
          <div key={label} className="mb-4 break-inside-avoid">
            <dt className="text-label text-dim">{label}</dt>
            {pages.map((page) => (
              <dd key={page.href} className="py-0.5">
                <Link href={page.href} className="font-medium hover:underline">
                  {page.name ?? page.label}
                </Link>{' '}
                <span className="text-dim">{page.hint}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}
