import type { Metadata } from 'next';
import { AddressBookActions } from '@/app/(console)/recipients/address-book-actions';
import { RecipientFilters } from '@/app/(console)/recipients/recipient-filters';
import { RecipientList } from '@/app/(console)/recipients/recipient-list';
import { WaitingChanges } from '@/app/(console)/recipients/waiting-changes';
import { PageLinks } from '@/components/ui/page-links';
import { Link } from '@/components/ui/link';
import { PageTitle, Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readRecipients, type RecipientFilter } from '@/lib/server/recipients/read';
import { readWaitingChanges } from '@/lib/server/recipients/view';

export const metadata: Metadata = { title: 'Recipients' };

export default async function RecipientsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const person = await requirePage('readRecipients');
  const [book, waiting] = await Promise.all([readRecipients(await searchParams), readWaitingChanges()]);
  if (!book.ok || !waiting.ok) throw new Error('somebody who may read the book must be given it');
  const { filter, items, next, networks } = book.value;
  return (
    <>
      <PageTitle
        title="Recipients"
        subtitle="The shared book of whom we send to. Every change of it takes two people."
        actions={<AddressBookActions roles={person.roles} />}
      />
      <WaitingChanges changes={waiting.value} />
      <RecipientFilters filter={filter} networks={networks} />
      {items.length > 0 ? <RecipientList items={items} /> : <Empty filter={filter} />}
      <PageLinks
        label="Pages of the book"
        hrefs={{
          'From the beginning': filter.after !== undefined && addressOf({ ...filter, after: undefined }),
          More: next !== null && addressOf({ ...filter, after: next }),
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
          No entry of the book fits this.{' '}
          <Link href={routes.recipients} className="underline">
            Show all that are in use
          </Link>
        </p>
      ) : (
        <p className="text-dim">
          The book is empty. Add the recipients that you pay again and again, one by one or from a sheet; a second
          person confirms them.
        </p>
      )}
    </Panel>
  );
}

function addressOf({ q, network, state, after }: RecipientFilter): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(network && { network }),
    ...(state !== 'ACTIVE' && { state }),
    ...(after !== undefined && { after }),
  });
  return `${routes.recipients}?${query.toString()}`;
}
