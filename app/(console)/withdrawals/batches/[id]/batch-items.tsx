'use client';

import { memo, useState } from 'react';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { AmountCell, RecipientCell } from '@/components/withdrawals/withdrawal-cells';
import { StatusMark } from '@/components/ui/status-mark';
import { type BatchItem, type BatchStates, splitObjections } from '@/lib/requests/batches';
import { describeRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

/** Lists the items of a batch, each a link to its own page. */
export function BatchItems({ items, states }: { items: readonly BatchItem[]; states: BatchStates['states'] }) {
  const [isFiltered, setIsFiltered] = useState(false);
  // Reasons that all waiting items share are shown once, above the list.
  const { own } = splitObjections(items);
  const concerned = items.filter((item) => own(item).length > 0);
  const shown = isFiltered ? concerned : items;
  return (
    <section aria-label="Items">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-sm font-medium text-dim">Items ({items.length.toLocaleString('en-GB')})</h2>
        {concerned.length > 0 && (
          <label className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={isFiltered}
              onChange={({ target }) => setIsFiltered(target.checked)}
            />
            Only items with reasons against approval ({concerned.length.toLocaleString('en-GB')})
          </label>
        )}
      </div>
      {shown.length === 0 ? (
        <Panel>
          <p className="text-dim">No item has its own reasons against approval.</p>
        </Panel>
      ) : (
        <ol className="divide-y divide-line rounded-panel border border-line bg-panel">
          {shown.map((item) => (
            <Item key={item.id} item={item} current={states[item.position]} reasons={own(item).join('\n')} />
          ))}
        </ol>
      )}
    </section>
  );
}

const ROW =
  'grid gap-x-5 gap-y-1 px-3 py-2 text-sm hover:bg-soft focus-visible:-outline-offset-2 ' +
  'md:grid-cols-[3rem_minmax(0,10rem)_minmax(0,1.5fr)_minmax(0,1fr)]';

interface ItemProps {
  item: BatchItem;
  current: BatchStates['states'][number] | undefined;
  /** The reasons against approval, a line each; as a text, so that an unchanged item is not rendered again. */
  reasons: string;
}

// Lines out of sight are not laid out, so that scrolling through a thousand items stays smooth.
const Item = memo(function Item({ item, current, reasons }: ItemProps) {
  const { id, position, refId, body, recipientName } = item;
  return (
    <li className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <Link href={routes.withdrawal(id)} className={ROW}>
        <span className="text-dim">{position + 1}</span>
        <span className="md:text-right">
          <AmountCell body={body} />
        </span>
        <span className="min-w-0">
          <RecipientCell body={body} recipientName={recipientName} refId={refId} />
        </span>
        <span className="min-w-0">
          <StatusMark {...describeRequest(current ?? item)} />
          {reasons !== '' && <span className="block text-xs whitespace-pre-line text-warn">{reasons}</span>}
        </span>
      </Link>
    </li>
  );
});
