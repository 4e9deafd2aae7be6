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
    <div className="max-w-reading">
      <PageTitle title="Help" subtitle="A short guide for each role, yours first." />
      <ul className="space-y-2">
        {guidesFor(roles).map(({ id, title, summary }) => (
          <li key={id}>
            <Link
              href={routes.guide(id)}
              className="block rounded-panel border border-line bg-panel p-4 hover:border-edge"
            >
              <span className="font-medium">{title}</span>
              <span className="mt-0.5 block text-body text-dim">{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
