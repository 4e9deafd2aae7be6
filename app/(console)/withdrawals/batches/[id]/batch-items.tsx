'use client';

import { memo, useState } from 'react';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { AmountCell, RecipientCell } from '@/components/withdrawals/withdrawal-cells';
import { StatusMark } from '@/components/ui/status-mark';
import { type BatchItem, type BatchStates, splitObjections } from '@/lib/requests/batches';
import { describeRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

/** Every item of a batch, each a link to its own page. */
export function BatchItems({ items, states }: { items: readonly BatchItem[]; states: BatchStates['states'] }) {
  const [isNarrow, setIsNarrow] = useState(false);
  // What stands against each of them is said once, above.
  const { own } = splitObjections(items);
  const odd = items.filter((item) => own(item).length > 0);
  const shown = isNarrow ? odd : items;
  return (
    <section aria-label="Items">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-sm font-medium text-dim">Items ({items.length.toLocaleString('en-GB')})</h2>
        {odd.length > 0 && (
          <label className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={isNarrow}
              onChange={({ target }) => setIsNarrow(target.checked)}
            />
            Only those that something stands against ({odd.length.toLocaleString('en-GB')})
          </label>
        )}
      </div>
      {shown.length === 0 ? (
        <Panel>
          <p className="text-dim">Nothing stands against one of them alone now.</p>
        </Panel>
      ) : (
        <ol className="divide-y divide-line rounded-panel border border-line bg-panel">
          {shown.map((item) => (
            <Item key={item.id} item={item} now={states[item.position]} against={own(item).join('\n')} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface ItemProps {
  item: BatchItem;
  now: BatchStates['states'][number] | undefined;
  /** What stands against this one, a line each: a text, so that a line is drawn anew only where it changed. */
  against: string;
}

// A line that is out of sight is not laid out, or a thousand of them would be felt at every scroll.
const Item = memo(function Item({ item, now, against }: ItemProps) {
  const { id, position, refId, body, recipientName } = item;
  return (
    <li className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <Link
        href={routes.withdrawal(id)}
        className="grid gap-x-5 gap-y-1 px-3 py-2 text-sm hover:bg-soft focus-visible:-outline-offset-2 md:grid-cols-[3rem_minmax(0,10rem)_minmax(0,1.5fr)_minmax(0,1fr)]"
      >
        <span className="text-dim">{position + 1}</span>
        <span className="md:text-right">
          <AmountCell body={body} />
        </span>
        <span className="min-w-0">
          <RecipientCell body={body} recipientName={recipientName} refId={refId} />
        </span>
        <span className="min-w-0">
          <StatusMark {...describeRequest(now ?? item)} />
          {against !== '' && <span className="block text-xs whitespace-pre-line text-warn">{against}</span>}
        </span>
      </Link>
    </li>
  );
});
