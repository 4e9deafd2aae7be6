import { UntrustedText } from '@/components/values/untrusted-text';
import type { Registry } from '@/lib/networks/assets';
import { FAMILY_WORDS, labelIn } from '@/lib/networks/describe-registry';
import { describeDuration } from '@/lib/transfers/typical-duration';
import type { Network } from '@/lib/networks/networks';

const ROW =
  'grid grid-cols-[minmax(0,1fr)] gap-x-4 py-2 first:pt-0 last:pb-0 [overflow-wrap:anywhere] sm:grid-cols-[6rem_minmax(0,1fr)]';

/** Every asset with the networks on which it is sent and how many decimals it has, where that is stated. */
export function AssetList({ directory }: { directory: Registry }) {
  const labelOf = labelIn(directory);
  return (
    <ul aria-label="Assets" className="divide-y divide-line text-sm">
      {directory.assets.map(({ ticker, networks, decimals }) => (
        <li key={ticker} className={ROW}>
          <span className="font-medium">{ticker}</span>
          <span>
            <UntrustedText text={networks.map(labelOf).join(', ')} limit={2000} />
            <span className="text-dim">
              {' · '}
              {decimals === undefined ? 'decimals not stated' : `${decimals} decimals`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Every network, what its addresses are checked as, and where a transaction can be seen. */
export function NetworkList({ networks }: { networks: readonly Network[] }) {
  return (
    <ul aria-label="Networks" className="divide-y divide-line text-sm">
      {networks.map(({ id, label, family, usesMemo, usualSeconds, explorerTransaction }) => (
        <li key={id} className="py-2 first:pt-0 last:pb-0 [overflow-wrap:anywhere]">
          <p>
            <span className="font-medium">
              <UntrustedText text={label} />
            </span>{' '}
            <span className="font-mono text-xs text-dim">{id}</span>
          </p>
          <p className={family === undefined ? 'text-warn' : undefined}>
            {family === undefined ? 'Addresses cannot be checked' : `Addresses: ${FAMILY_WORDS[family]}`}
            {usesMemo && ' · recipients need a memo'}
            {usualSeconds !== undefined && ` · usually ${describeDuration(usualSeconds * 1000)}`}
          </p>
          <p className="text-xs text-dim">
            {explorerTransaction ? `Explorer: ${hostOf(explorerTransaction)}` : 'No explorer'}
          </p>
        </li>
      ))}
    </ul>
  );
}

function hostOf(link: string): string {
  return link.replace(/^https:\/\//, '').replace(/\/.*$/s, '');
}
