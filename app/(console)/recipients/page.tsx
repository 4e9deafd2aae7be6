import type { Metadata } from 'next';
import { addressOfRecipients } from '@/app/(console)/recipients/recipient-address';
import { RecipientHead } from '@/app/(console)/recipients/recipient-head';
import { RecipientList } from '@/app/(console)/recipients/recipient-list';
import { OpenProposals } from '@/app/(console)/recipients/open-proposals';
import { PageLinks } from '@/components/ui/page-links';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readRecipients, type RecipientFilter } from '@/lib/server/recipients/read';
import { readOpenProposals } from '@/lib/server/recipients/view';

export const metadata: Metadata = { title: 'Recipients' };

export default async function RecipientsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const person = await requirePage('readRecipients');
  const [found, openProposals] = await Promise.all([readRecipients(await searchParams), readOpenProposals()]);
  if (!found.ok || !openProposals.ok)
    throw new Error('reading the address book was denied to a person who may read it');
  const { filter, items, next, networks } = found.value;
  return (
    <>
      <RecipientHead filter={filter} networks={networks} roles={person.roles}>
        <OpenProposals proposals={openProposals.value} />
        {items.length > 0 ? <RecipientList items={items} /> : <Empty filter={filter} />}
      </RecipientHead>
      <PageLinks
        label="Pages of the address book"
        hrefs={{
          'First page': filter.after !== undefined && addressOfRecipients({ ...filter, after: undefined }),
          'Next page': next !== null && addressOfRecipients({ ...filter, after: next }),
        }}
      />
    </>
  );
}

function Empty({ filter: { q, network, state, after } }: { filter: RecipientFilter }) {
  const isFiltered = q !== '' || network !== '' || state !== 'ACTIVE' || after !== undefined;
  return (
    <Panel>
      {isFiltered ? (
        <p className="text-dim">
          No recipients match these filters.{' '}
          <Link href={routes.recipients} className="underline">
            Show all active recipients
          </Link>
        </p>
      ) : (
        <p className="text-dim">
          The address book is empty. Begin with{' '}
          <Link href={routes.adoptRecipients} className="underline">
            the recipients that were paid before
          </Link>
          , or add recipients one at a time or by import. A second person confirms each addition.
        </p>
      )}
    </Panel>
  );
}
