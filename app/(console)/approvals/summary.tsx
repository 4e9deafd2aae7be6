import type { ReactNode } from 'react';
import { Fact, Facts } from '@/components/ui/facts';
import { Address } from '@/components/values/address';
import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import { describeKind } from '@/lib/proposals/proposals';
import type { InboxEntry } from '@/lib/requests/inbox/inbox';

type Short = Exclude<InboxEntry, { kind: 'request' | 'unresolved' | 'batch' }>;

/** Shows in short what is decided on its own page. */
export function Summary({ entry }: { entry: Short }) {
  return (
    <>
      <h2 className="mb-4 min-w-0 text-title font-semibold [overflow-wrap:anywhere]">
        <Title entry={entry} />
      </h2>
      <Facts>
        <ShortFacts entry={entry} />
      </Facts>
    </>
  );
}

function Title({ entry: { kind, item } }: { entry: Short }): ReactNode {
  switch (kind) {
    case 'change':
      return describeKind(item.kind).label;
    case 'planned':
      return <UntrustedText text={item.title} limit={200} />;
  }
}

function ShortFacts({ entry: { kind, item } }: { entry: Short }) {
  switch (kind) {
    case 'change':
      return (
        <>
          <Fact name="Why">{item.comment !== '' && <UntrustedText text={item.comment} limit={500} />}</Fact>
          <By name="Proposed by" person={item.proposedBy} at={item.proposedAt} />
        </>
      );
    case 'planned':
      return (
        <>
          <Fact name="Each payment">
            <Money amount={item.value} asset={item.asset} />
          </Fact>
          <Fact name="To">
            <Address address={item.address} network={item.network} />
          </Fact>
          <Fact name="Network">{networkLabel(item.network)}</Fact>
          <By name="Proposed by" person={item.owner} at={item.proposedAt} />
        </>
      );
  }
}

function By({ name, person, at }: { name: string; person: string; at: string }) {
  return (
    <Fact name={name}>
      <UntrustedText text={person} limit={80} />, <Time iso={at} />
    </Fact>
  );
}
