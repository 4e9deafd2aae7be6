'use client';

import { useEffect, useRef } from 'react';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { Button } from '@/components/ui/button';
import { Fact, Facts } from '@/components/ui/facts';
import type { Asset } from '@/lib/networks/assets';
import type { Network } from '@/lib/networks/network-definition';
import { listMembers } from '@/lib/addresses/payment-links/link-content';
import { readPaymentLink } from '@/lib/addresses/payment-links/read-link';
import { type FillableFields, planTakeOver } from '@/lib/addresses/payment-links/take-over';
import { joinList } from '@/lib/text/join-list';

interface LinkContentsProps {
  /** The text of the address field. */
  text: string;
  current: FillableFields;
  networks: readonly Network[];
  assets?: readonly Asset[];
  /**
   * Called when a text is found to hold more, and when it no longer does, to check the field. An issue that came at the
   * press of the button would move the button away.
   */
  onCheck: () => void;
  onTake: (taken: { address: string } & Partial<FillableFields>) => void;
}

/**
 * What a text in an address field holds beside the address, with a button that fills it in. Nothing is filled in
 * before, and never over another value. Empty for an address alone, and for a text whose address is refused.
 */
export function LinkContents({ text, current, networks, assets = [], onCheck, onTake }: LinkContentsProps) {
  const reading = readPaymentLink(text);
  const link = reading === undefined ? undefined : text;
  const check = useRef(onCheck);
  useEffect(() => {
    check.current = onCheck;
  });
  useEffect(() => {
    if (link === undefined) return;
    check.current();
    return () => check.current();
  }, [link]);
  if (!reading?.ok) return null;
  const { kind, address } = reading.value;
  const { fills, conflicts } = planTakeOver(reading.value, current, { networks, assets });
  return (
    <div role="group" aria-label="Contents of the link" className="space-y-2 rounded-control bg-soft px-3 py-2">
      <p>This is {kind}. Compare its contents with what the recipient sent you.</p>
      <Facts>
        <Fact name="address">
          <span className="font-mono">{address}</span>
        </Fact>
        {listMembers(reading.value).map(({ name, value }, index) => (
          <Fact key={index} name={readableText(name, 60)}>
            <UntrustedText text={value} />
          </Fact>
        ))}
      </Facts>
      {conflicts.map((conflict) => (
        <p key={conflict} className="text-bad">
          {conflict}
        </p>
      ))}
      <Button disabled={conflicts.length > 0} onClick={() => onTake({ address, ...fills })}>
        Use the {joinList(['address', ...Object.keys(fills)])}
      </Button>
    </div>
  );
}
