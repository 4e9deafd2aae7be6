import { Address } from '@/components/values/address';
import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import { stageLabel } from '@/lib/requests/stages';
import type { OrderState, OrderSummary } from '@/lib/standing-orders/contract';

/** Labels of the states of a planned payment. */
export const ORDER_STATES: Record<OrderState, string> = {
  PROPOSED: stageLabel('awaiting'),
  ACTIVE: 'Active',
  PAUSED: 'Paused until an administrator resumes it',
  ENDED: 'Ended',
};

/** Shows how much a template or planned payment sends, and where to. */
export function OrderFacts({
  value,
  asset,
  network,
  address,
  recipientName,
}: Pick<OrderSummary, 'value' | 'asset' | 'network' | 'address' | 'recipientName'>) {
  return (
    <>
      <p>
        {value === '' ? (
          <span className="text-dim">
            Left open: how much <UntrustedText text={asset} />
          </span>
        ) : (
          <Money amount={value} {...(asset !== '' && { asset })} isRounded />
        )}
        {network !== '' && (
          <span className="text-dim">
            {' '}
            on <UntrustedText text={networkLabel(network)} />
          </span>
        )}
      </p>
      {recipientName !== null && (
        <p className="font-medium [overflow-wrap:anywhere]">
          <UntrustedText text={recipientName} limit={80} />
        </p>
      )}
      {address !== '' && <Address address={address} network={network} />}
    </>
  );
}
