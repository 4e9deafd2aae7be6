import { Search } from 'lucide-react';
import { addressOf } from '@/app/(console)/withdrawals/_list/list-address';
import { Button, buttonClass } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import { type RequestListQuery, writeRequestQuery } from '@/lib/requests/query';

/** The search box of the list, which works without script and keeps the filters. */
export function SearchForm({ query }: { query: RequestListQuery }) {
  const others = [...writeRequestQuery({ ...query, q: '', before: undefined })];
  return (
    <form action={routes.withdrawals} role="search" aria-label="Withdrawals" className="mb-3 flex gap-2">
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="relative min-w-0 flex-1">
        <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-dim" />
        <input
          // A new list shows its own search.
          key={query.q}
          type="search"
          name="q"
          aria-label="Find a withdrawal"
          placeholder="Reference, recipient, address, request ID, 0.5 BTC…"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          defaultValue={query.q}
          className={`${CONTROL} min-h-10 pl-9`}
        />
      </div>
      <Button type="submit">Search</Button>
      {query.q !== '' && (
        <Link href={addressOf({ ...query, q: '', before: undefined })} className={buttonClass('quiet')}>
          Clear
        </Link>
      )}
    </form>
  );
}
