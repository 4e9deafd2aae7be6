import { type ReactNode, Suspense } from 'react';
import { ReadFailureNotice } from '@/components/list/list-notices';
import type { AnyPage } from '@/components/list/list-kind';
import type { List } from '@/components/list/use-list';
import { explainError, ReadError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/lib/text/locale';

/** Names of a list, and its address. */
export interface ListWords {
  /** The name of the table, such as "Transfers". */
  table: string;
  /** The name of the region, such as "List of transfers". */
  section: string;
  /** The items, such as "transfers". */
  items: string;
  /** The path of the list, for signing in again. */
  path: string;
}

interface ListEndProps<Item, Page extends AnyPage> {
  list: List<Item, Page>;
  count: number;
  words: ListWords;
  empty: ReactNode;
  end: ReactNode;
}

/** The end of a list: loading more, an error, the message of an empty list, or what is below the last row. */
export function ListEnd<Item, Page extends AnyPage>({ list, count, words, empty, end }: ListEndProps<Item, Page>) {
  const { hasMore, reading, error, info, readMore } = list;
  if (reading === 'more') return <p className="p-4 text-center text-dim">Loading more {words.items}…</p>;
  if (error?.of === 'more' && error.reason instanceof Error) {
    return (
      <div className="p-3">
        <ReadFailureNotice
          explanation={explainError(error.reason)}
          path={words.path}
          {...(error.reason instanceof ReadError && { status: error.reason.status })}
        >
          <p className="text-dim">
            The {formatCount(count)} {words.items} above are not affected.
          </p>
          <Button className="mt-2" onClick={readMore}>
            Try again
          </Button>
        </ReadFailureNotice>
      </div>
    );
  }
  if (hasMore) {
    return (
      <p className="p-3 text-center">
        <Button onClick={readMore}>Load more</Button>
      </p>
    );
  }
  if (!info) return null;
  if (count === 0) return <Suspense>{empty}</Suspense>;
  return end ? <div className="p-4 text-center text-dim">{end}</div> : null;
}
