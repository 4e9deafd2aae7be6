'use client';

import { memo, type ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { AmountCell, RecipientCell } from '@/components/withdrawals/withdrawal-cells';
import { StatusMark } from '@/components/ui/status-mark';
import type { BatchItem, BatchStates } from '@/lib/requests/bundles/batches';
import type { OrderedItem } from '@/lib/requests/bundles/item-amounts';
import { describeRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

/** Lists items of a batch in the given order, each a link to its own page. */
export function BatchItems({
  items,
  states,
}: {
  items: readonly OrderedItem<BatchItem>[];
  states: BatchStates['states'];
}) {
  return (
    <ol className="divide-y divide-line rounded-panel border border-line bg-panel">
      {items.map(({ item, share }) => (
        <Item
          key={item.id}
          item={item}
          share={share}
          current={states[item.position]}
          reasons={(item.look?.reasons ?? []).join('\n')}
        />
      ))}
    </ol>
  );
}

interface ItemProps extends Pick<OrderedItem<BatchItem>, 'item' | 'share'> {
  current: BatchStates['states'][number] | undefined;
  /** What was found, a line each; as a text, so that an unchanged item is not rendered again. */
  reasons: string;
}

// Lines out of sight are not laid out, so that scrolling through a thousand items stays smooth.
const Item = memo(function Item({ item, share, current, reasons }: ItemProps) {
  return (
    <li className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <Link href={routes.withdrawal(item.id)} className="block px-3 py-2 hover:bg-soft focus-visible:-outline-offset-2">
        <ItemFacts
          item={item}
          share={share}
          current={current ?? item}
          reasons={reasons === '' ? [] : reasons.split('\n')}
        />
      </Link>
    </li>
  );
});

const FACTS = 'grid gap-x-5 gap-y-1 text-body md:grid-cols-[3rem_minmax(0,10rem)_minmax(0,1.5fr)_minmax(0,1fr)]';

interface ItemFactsProps extends Pick<OrderedItem<BatchItem>, 'item' | 'share'> {
  /** The state to show; none where the item waits for the reader. */
  current?: Pick<BatchItem, 'state' | 'approvals' | 'send'>;
  reasons: readonly string[];
  /** What the reader can do with the item, outside of a link. */
  actions?: ReactNode;
}

/** Shows the number, amount, recipient, state and findings of an item in one line. */
export function ItemFacts({ item, share, current, reasons, actions }: ItemFactsProps) {
  const { position, refId, body, recipientName } = item;
  return (
    <span className={FACTS}>
      <span className="text-dim">{position + 1}</span>
      <span className="md:text-right">
        <AmountCell body={body} value={item.value} />
        <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-full bg-soft">
          <span
            className="block h-full rounded-full bg-edge md:ml-auto"
            style={{ width: `${Math.max(share * 100, 1)}%` }}
          />
        </span>
      </span>
      <span className="min-w-0">
        <RecipientCell body={body} recipientName={recipientName} refId={refId} />
      </span>
      <span className="min-w-0">
        {current && <StatusMark {...describeRequest(current)} />}
        {reasons.map((reason) => (
          <span key={reason} className="block text-label text-warn">
            {reason}
          </span>
        ))}
        <KeptBeneficiary request={item} />
        {actions && <span className="mt-1 flex flex-wrap gap-2">{actions}</span>}
      </span>
    </span>
  );
}
