import type { Metadata } from 'next';
import { sectionsFor } from '@/components/shell/navigation/navigation';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { guidesFor } from '@/lib/help/guides';
import { routes } from '@/lib/http/routes';
import { requireSignedIn } from '@/lib/server/auth/page-guard';

/** First pages of sections that belong to the header or to other roles. */
const LEFT_OUT = new Set<string>([routes.home, routes.approvals, routes.account]);

export const metadata: Metadata = { title: 'Help' };

export default async function HelpPage() {
  const { roles } = await requireSignedIn();
  const unlisted = sectionsFor(roles).filter(({ isListed, pages: [{ href }] }) => !isListed && !LEFT_OUT.has(href));
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
      {unlisted.length > 0 && (
        <section aria-labelledby="more-pages">
          <h2 id="more-pages" className="mt-6 mb-2 text-heading font-semibold">
            More pages
          </h2>
          <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            {unlisted.map(({ label, pages }) => (
              <div key={label}>
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
        </section>
      )}
    </>
  );
}
