import 'server-only';
import type { ServiceFailure } from '@/lib/http/problems';
import { type ListPage, type ListPlace, stepAfterList } from '@/lib/mirror/list-end';
import type { Result } from '@/lib/result';
import { settings } from '@/lib/server/config/settings';
import { type ListQuery, listRecords, type RecordPage } from '@/lib/server/transfer-service/endpoints';
import { formatCount } from '@/lib/text/locale';

/** A page, the cursor that requested it (null: the first page), and whether it is the last. */
export interface PageInList extends RecordPage {
  cursor: string | null;
  isLast: boolean;
}

/** How a reading of the list ended. Only a stated end proves that there are no more records. */
export type ReadingEnd =
  | { kind: 'end'; isStated: boolean }
  /** `visit` returned false. */
  | { kind: 'stopped' }
  | { kind: 'failed'; failure: ServiceFailure; cursor: string | null }
  /** A loop, too many pages, or too many without records. `reason`: a sentence. */
  | { kind: 'no-end'; reason: string };

interface ReadingPlan extends Omit<ListQuery, 'cursor' | 'limit'> {
  /** The cursor of the first page to read; null for the first page of the list. */
  from?: string | null;
  limit?: number;
  maxPages: number;
  /** Takes each page; false ends the reading. */
  visit: (page: PageInList) => boolean | Promise<boolean>;
}

/** Gives the rule of the configured service for the end of its list. */
export function endRule(): { endsAtEmptyPage: boolean } {
  return { endsAtEmptyPage: settings().TRANSFER_SERVICE_EMPTY_PAGE_ENDS === 'on' };
}

/** Reads pages of the list to its end (`stepAfterList`), until `visit` returns false or a page cannot be read. */
export function readPages({ limit, ...plan }: ReadingPlan): Promise<ReadingEnd> {
  const { TRANSFER_SERVICE_PAGE_LIMIT } = settings();
  return walkPages({
    ...plan,
    read: (cursor) => listRecords({ ...plan, cursor, limit: limit ?? TRANSFER_SERVICE_PAGE_LIMIT }),
  });
}

/** Reads pages of any list of the service, as `readPages` does; `read` reads one page. */
export async function walkPages<Page extends ListPage>({
  from = null,
  maxPages,
  read,
  visit,
}: {
  from?: string | null;
  maxPages: number;
  read: (cursor: string | undefined) => Promise<Result<Page, ServiceFailure>>;
  visit: (page: Page & { cursor: string | null; isLast: boolean }) => boolean | Promise<boolean>;
}): Promise<ReadingEnd> {
  const seen = new Set(from === null ? [] : [from]);
  let place: ListPlace = { cursor: from, hasCursorName: from !== null, emptyPages: 0 };
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { cursor } = place;
    const page = await read(cursor ?? undefined);
    if (!page.ok) return { kind: 'failed', failure: page.error, cursor };
    const step = stepAfterList(page.value, place, seen, endRule());
    if (!(await visit({ ...page.value, cursor, isLast: step.kind === 'end' }))) return { kind: 'stopped' };
    if (step.kind !== 'next') return step;
    place = { ...step, hasCursorName: true };
    seen.add(step.cursor);
  }
  return { kind: 'no-end', reason: `The list has more than ${formatCount(maxPages)} pages.` };
}
