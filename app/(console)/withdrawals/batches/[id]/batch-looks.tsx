'use client';

import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ItemFacts } from '@/app/(console)/withdrawals/batches/[id]/batch-items';
import { type Looks, nameStep } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { Button, buttonClass } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import { type LookStep, SCREEN_ROWS } from '@/lib/requests/bundles/looks';

interface BatchLooksProps {
  looks: Looks;
  /** The share of each item in the largest amount of its asset, by ID. */
  shares: ReadonlyMap<string, number>;
  onReject: (item: BatchItem) => void;
}

/** Shows what the reader looks at before one decision covers it: items by themselves, then screens of addresses. */
export function BatchLooks({ looks, shares, onReject }: BatchLooksProps) {
  const items = looks.steps.filter(({ kind }) => kind === 'item');
  const screens = looks.steps.filter(({ kind }) => kind === 'screen');
  const rows = screens.flatMap(({ items: shown }) => shown);
  // What all of them share is said once.
  const shared = (rows[0]?.look?.reasons ?? []).filter((reason) =>
    rows.every(({ look }) => look?.reasons.includes(reason)),
  );
  return (
    <>
      {items.length > 0 && (
        <section aria-label="Items to look at">
          <h2 className={HEADING}>{count(items.length, 'item')} to look at one by one</h2>
          <ol className="space-y-3">
            {items.map((step) => (
              <ItemStep key={nameStep(step)} step={step} looks={looks} shares={shares} onReject={onReject} />
            ))}
          </ol>
        </section>
      )}
      {screens.length > 0 && (
        <section aria-label="First payments">
          <h2 className={HEADING}>{count(rows.length, 'whole address', 'whole addresses')} to compare</h2>
          {shared.length > 0 && <p className="mb-2 text-body text-dim">Each of them: {shared.join(' ')}</p>}
          <ol className="space-y-3">
            {screens.map((step, index) => (
              <Screen
                key={nameStep(step)}
                step={step}
                first={index * SCREEN_ROWS + 1}
                of={rows.length}
                looks={looks}
                shares={shares}
                shared={shared}
                onReject={onReject}
              />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

const HEADING = 'mt-4 mb-2 text-heading font-semibold';

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;

interface StepProps extends Omit<BatchLooksProps, 'onReject'> {
  step: LookStep<BatchItem>;
}

function ItemStep({ step, looks, shares, onReject }: StepProps & Pick<BatchLooksProps, 'onReject'>) {
  const [item] = step.items;
  if (!item?.look) return null;
  const { body, look } = item;
  const block = looks.blockReason(step);
  const isCurrent = looks.current === step;
  return (
    <Step step={step} looks={looks}>
      <div className="px-3 py-2">
        <ItemFacts item={item} share={shares.get(item.id) ?? 0} reasons={look.reasons} />
        {look.similarAddresses.length > 0 && (
          <div className="mt-2">
            <SimilarAddressChoice
              network={body.crypto_network}
              address={body.destination_address}
              normal={look.normalAddress}
              similarAddresses={look.similarAddresses}
              ifWrong="You chose an address other than the one of this item. Reject the item."
              chosen={looks.chosen[item.position] ?? ''}
              onChoose={(address) => looks.choose(item, address)}
            />
          </div>
        )}
      </div>
      <Actions isSeen={looks.isSeen(step)}>
        <Button disabled={block !== undefined} onClick={() => looks.markSeen(step)}>
          Looked at
          {isCurrent && <KeyHint>a</KeyHint>}
        </Button>
        <Button look="danger" onClick={() => onReject(item)}>
          Reject
          {isCurrent && <KeyHint>r</KeyHint>}
        </Button>
        <OpenItem item={item} />
        {block !== undefined && <p className="text-label text-dim">{block}</p>}
      </Actions>
    </Step>
  );
}

interface ScreenProps extends StepProps, Pick<BatchLooksProps, 'onReject'> {
  first: number;
  of: number;
  shared: readonly string[];
}

function Screen({ step, first, of, looks, shares, shared, onReject }: ScreenProps) {
  const last = first + step.items.length - 1;
  return (
    <Step step={step} looks={looks}>
      <h3 className="px-3 pt-2 text-label text-dim">
        {first === last ? first : `${first}–${last}`} of {of.toLocaleString('en-GB')}
      </h3>
      <ul className="divide-y divide-line">
        {step.items.map((item) => (
          <li key={item.id} className="px-3 py-2">
            <ItemFacts
              item={item}
              share={shares.get(item.id) ?? 0}
              reasons={(item.look?.reasons ?? []).filter((reason) => !shared.includes(reason))}
              actions={
                <>
                  <OpenItem item={item} />
                  <Button look="quiet" aria-label={`Reject item ${item.position + 1}`} onClick={() => onReject(item)}>
                    Reject
                  </Button>
                </>
              }
            />
          </li>
        ))}
      </ul>
      <Actions isSeen={looks.isSeen(step)}>
        <Button onClick={() => looks.markSeen(step)}>
          {step.items.length === 1 ? 'This address is right' : `These ${step.items.length} addresses are right`}
          {looks.current === step && <KeyHint>a</KeyHint>}
        </Button>
      </Actions>
    </Step>
  );
}

function OpenItem({ item: { id, position } }: { item: BatchItem }) {
  return (
    <Link className={buttonClass('quiet')} aria-label={`Open item ${position + 1}`} href={routes.withdrawal(id)}>
      Open
    </Link>
  );
}

function Step({ step, looks, children }: Pick<StepProps, 'step' | 'looks'> & { children: ReactNode }) {
  const isCurrent = looks.current === step;
  return (
    <li
      id={nameStep(step)}
      aria-current={isCurrent ? 'step' : undefined}
      className={clsx(
        'scroll-my-24 rounded-panel border bg-panel',
        isCurrent ? 'border-accent' : 'border-line',
        looks.isSeen(step) && 'bg-soft',
      )}
    >
      {children}
    </li>
  );
}

function Actions({ isSeen, children }: { isSeen: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
      {isSeen ? <StatusMark tone="done" label="Looked at" /> : children}
    </div>
  );
}
