import { clsx } from 'clsx';
import {
  ADDRESS_ROWS,
  BatchRow,
  FindingLabels,
  type RowsLook,
} from '@/app/(console)/withdrawals/batches/[id]/batch-row';
import { countDecimals } from '@/app/(console)/withdrawals/batches/[id]/item-amount';
import { type Looks, nameStep, type Step } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { Button } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import type { OrderedItem } from '@/lib/requests/bundles/item-amounts';
import { SCREEN_ROWS } from '@/lib/requests/bundles/looks';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import { formatCount } from '@/lib/text/locale';

interface FirstPaymentsProps {
  looks: Looks;
  ordered: readonly OrderedItem<BatchItem>[];
  look: RowsLook;
}

/** Lists the whole addresses that are compared before the first payment to them, ten to a screen. */
export function FirstPayments({ looks, ordered, look }: FirstPaymentsProps) {
  const screens = looks.steps.filter(({ kind }) => kind === 'screen');
  const rows = screens.flatMap(({ items }) => items);
  if (rows.length === 0) return null;
  const shares = new Map(ordered.map(({ item, share }) => [item.id, share]));
  // What all of them share is said once.
  const shared = (rows[0]?.look?.reasons ?? []).filter((reason) =>
    rows.every(({ look: one }) => one?.reasons.includes(reason)),
  );
  return (
    <section aria-label="First payments">
      <h2 className="text-heading font-semibold">
        {formatCount(rows.length)} {rows.length === 1 ? 'whole address' : 'whole addresses'} to compare
      </h2>
      {shared.length > 0 && <p className="text-label text-dim">{shared.join(' ')}</p>}
      <ol className="mt-2 space-y-4">
        {screens.map((step, index) => (
          <li
            key={nameStep(step)}
            id={nameStep(step)}
            aria-current={looks.current === step ? 'step' : undefined}
            className={clsx('scroll-my-24', looks.current === step && 'outline-2 outline-offset-2 outline-accent')}
          >
            <Screen
              step={step}
              first={index * SCREEN_ROWS + 1}
              look={{ ...look, decimals: countDecimals(rows.map(({ body }) => fixedValueOf(body).amount)) }}
              {...{ looks, shares, shared }}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ScreenProps {
  step: Step;
  first: number;
  looks: Looks;
  look: RowsLook;
  shares: ReadonlyMap<string, number>;
  shared: readonly string[];
}

function Screen({ step, first, looks, look, shares, shared }: ScreenProps) {
  const { items } = step;
  return (
    <>
      <ol start={first} className={ADDRESS_ROWS}>
        {items.map((item) => (
          <BatchRow
            key={item.id}
            item={item}
            share={shares.get(item.id) ?? 0}
            look={look}
            to={
              <>
                {item.recipientName !== null && (
                  <span className="block">
                    <UntrustedText text={item.recipientName} limit={80} />
                  </span>
                )}
                <Address address={item.body.destination_address} network={item.body.crypto_network} />
              </>
            }
            findings={
              <FindingLabels labels={(item.look?.reasons ?? []).filter((reason) => !shared.includes(reason))} />
            }
          />
        ))}
      </ol>
      <p className="mt-2">
        {looks.isSeen(step) ? (
          <span className="text-label text-dim">looked ✓</span>
        ) : (
          <Button onClick={() => looks.markSeen(step)}>
            {items.length === 1 ? 'This address is right' : `These ${items.length} addresses are right`}
            {looks.current === step && <KeyHint>a</KeyHint>}
          </Button>
        )}
      </p>
    </>
  );
}
