import type { Metadata } from 'next';
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
      <PageTitle title="Help" subtitle="A short guide for each role, yours first." />
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
    </>
  );
}
