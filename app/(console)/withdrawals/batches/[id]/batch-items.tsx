'use client';

import { memo } from 'react';
import { Link } from '@/components/ui/link';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { AmountCell, RecipientCell } from '@/components/withdrawals/withdrawal-cells';
import { StatusMark } from '@/components/ui/status-mark';
import { type BatchItem, type BatchStates, splitObjections } from '@/lib/requests/bundles/batches';
import { describeRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

/** Lists the items of a batch, each a link to its own page, those with findings of their own first. */
export function BatchItems({ items, states }: { items: readonly BatchItem[]; states: BatchStates['states'] }) {
  // Reasons that all waiting items share are shown once, above the list.
  const { own } = splitObjections(items);
  const concerned = items.filter((item) => own(item).length > 0);
  const others = items.filter((item) => own(item).length === 0);
  const list = (shown: readonly BatchItem[]) => (
    <ol className="divide-y divide-line rounded-panel border border-line bg-panel">
      {shown.map((item) => (
        <Item key={item.id} item={item} current={states[item.position]} reasons={own(item).join('\n')} />
      ))}
    </ol>
  );
  return (
    <section aria-label="Items">
      {concerned.length > 0 && (
        <>
          <h2 className={HEADING}>Items with findings ({concerned.length.toLocaleString('en-GB')})</h2>
          {list(concerned)}
        </>
      )}
      {others.length > 0 && (
        <>
          <h2 className={HEADING}>
            {concerned.length > 0 ? 'Other items' : 'Items'} ({others.length.toLocaleString('en-GB')})
          </h2>
          {list(others)}
        </>
      )}
    </section>
  );
}

const HEADING = 'mt-4 mb-2 text-heading font-semibold first:mt-0';

const ROW =
  'grid gap-x-5 gap-y-1 px-3 py-2 text-body hover:bg-soft focus-visible:-outline-offset-2 ' +
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
          {reasons !== '' && <span className="block text-label whitespace-pre-line text-warn">{reasons}</span>}
          <KeptBeneficiary request={item} />
        </span>
      </Link>
    </li>
  );
});
