import { clsx } from 'clsx';
import { Fragment } from 'react';
import {
  BatchRow,
  FindingLabels,
  RowHeads,
  type RowsLook,
  SUBGRID,
} from '@/app/(console)/withdrawals/batches/[id]/batch-row';
import { RecipientHead } from '@/app/(console)/withdrawals/batches/[id]/recipient-head';
import { type Looks, nameStep, type Step } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { Button } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import type { OrderedItem } from '@/lib/requests/bundles/item-amounts';
import { countAddresses, groupByAddress } from '@/lib/requests/bundles/recipient-groups';
import { formatCount } from '@/lib/text/locale';

interface FirstPaymentsProps {
  looks: Looks;
  ordered: readonly OrderedItem<BatchItem>[];
  look: RowsLook;
}

/** Lists the whole addresses that are compared before the first payment to them, at most ten to a screen. */
export function FirstPayments({ looks, ordered, look }: FirstPaymentsProps) {
  const screens = looks.steps.filter(({ kind }) => kind === 'screen');
  const rows = screens.flatMap(({ items }) => items);
  if (rows.length === 0) return null;
  const addresses = countAddresses(rows);
  const shares = new Map(ordered.map(({ item, share }) => [item.id, share]));
  // What all of them share is said once.
  const shared = (rows[0]?.look?.reasons ?? []).filter((reason) =>
    rows.every(({ look: one }) => one?.reasons.includes(reason)),
  );
  return (
    <section aria-label="First payments" className={SUBGRID}>
      <h2 className="col-span-full text-heading font-semibold">
        {formatCount(addresses)} {addresses === 1 ? 'address' : 'addresses'} to compare
      </h2>
      {/* One that resembles a known address is looked at by itself. */}
      <p className="col-span-full text-label text-dim">
        {[...shared, rows.every(({ recipientName }) => recipientName === null) && 'Not in the address book.']
          .filter(Boolean)
          .join(' ')}{' '}
        No known address resembles {addresses === 1 ? 'it' : 'them'}. Compare each with its invoice.
      </p>
      <ul className={clsx(SUBGRID, 'mt-2 @min-[680px]/rows:gap-y-4 @max-[680px]/rows:space-y-4')}>
        {screens.map((step) => (
          <li
            key={nameStep(step)}
            id={nameStep(step)}
            tabIndex={-1}
            aria-current={looks.current === step ? 'step' : undefined}
            className={clsx(
              SUBGRID,
              'scroll-my-24',
              looks.current === step && 'outline-2 outline-offset-2 outline-accent',
            )}
          >
            <Screen {...{ step, looks, look, shares, shared }} isFirst={step === screens[0]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ScreenProps {
  step: Step;
  looks: Looks;
  look: RowsLook;
  shares: ReadonlyMap<string, number>;
  shared: readonly string[];
  /** True for the screen that names the columns. */
  isFirst: boolean;
}

function Screen({ step, looks, look, shares, shared, isFirst }: ScreenProps) {
  const { items } = step;
  const groups = groupByAddress(items, ({ body }) => body);
  return (
    <>
      <ul className={SUBGRID}>
        {isFirst && <RowHeads asset={look.head} />}
        {groups.map((group) => {
          const [first] = group.items;
          const to = first && <WholeRecipient item={first} />;
          const isSingle = group.items.length === 1;
          return (
            <Fragment key={group.key}>
              {!isSingle && <RecipientHead items={group.items} look={look} to={to} isToWide />}
              {group.items.map((item) => (
                <BatchRow
                  key={item.id}
                  item={item}
                  share={shares.get(item.id) ?? 0}
                  look={look}
                  to={isSingle ? to : null}
                  isToWide
                  findings={
                    <FindingLabels
                      look={item.look}
                      labels={(item.look?.reasons ?? []).filter((reason) => !shared.includes(reason))}
                    />
                  }
                />
              ))}
            </Fragment>
          );
        })}
      </ul>
      <p className="col-span-full mt-2">
        {looks.isSeen(step) ? (
          <span className="text-label text-dim">✓ Marked as right by you</span>
        ) : (
          <Button data-answer look={looks.current === step ? 'primary' : 'plain'} onClick={() => looks.markSeen(step)}>
            {groups.length === 1 ? 'This address is right' : `These ${groups.length} addresses are right`}
            {looks.current === step && <KeyHint>a</KeyHint>}
          </Button>
        )}
      </p>
    </>
  );
}

function WholeRecipient({ item: { body, recipientName } }: { item: BatchItem }) {
  return (
    <>
      {recipientName !== null && (
        <span className="block basis-full">
          <UntrustedText text={recipientName} limit={80} />
        </span>
      )}
      <Address address={body.destination_address} network={body.crypto_network} />
    </>
  );
}
