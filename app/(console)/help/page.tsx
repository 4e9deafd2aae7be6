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
  const guides = guidesFor(roles);
  const own = guides.filter(({ role }) => roles.includes(role));
  const others = guides.filter(({ role }) => !roles.includes(role));
  return (
    <>
      <PageTitle title="Help" />
      <ul className="grid gap-4">
        {own.map(({ id, title, summary }) => (
          <li key={id}>
            <Link
              href={routes.guide(id)}
              className="block rounded-panel border border-line bg-panel p-4 hover:border-edge"
            >
              <span className="text-heading font-semibold">{title}</span>
              <span className="mt-0.5 block text-body text-dim">{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <section aria-labelledby="other-guides" className="mt-6 text-body">
          <h2 id="other-guides" className="mb-2 text-heading font-semibold">
            Guides of other roles
          </h2>
          <ul>
            {others.map(({ id, title, summary }) => (
              <li key={id} className="py-0.5">
                <Link href={routes.guide(id)} className="font-medium underline">
                  {title}
                </Link>{' '}
                <span className="text-dim">{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unlisted.length > 0 && (
        <details className="mt-6 text-body">
          <summary className="cursor-pointer">Pages that are not in your navigation</summary>
          <dl className="mt-2 grid gap-x-8 gap-y-4 sm:grid-cols-2">
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
        </details>
      )}
    </>
  );
}
