import { UntrustedText } from '@/components/values/untrusted-text';
import type { Registry } from '@/lib/networks/assets';
import { describeDecimals, FAMILY_LABELS, networkLabelsIn } from '@/lib/networks/describe-registry';
import { formatDurationToSeconds } from '@/lib/text/duration';
import type { Network } from '@/lib/networks/network-definition';

const ROW =
  'grid grid-cols-[minmax(0,1fr)] gap-x-4 py-2 first:pt-0 last:pb-0 [overflow-wrap:anywhere] sm:grid-cols-[5.25rem_minmax(0,1fr)]';

/** List of the assets, each with its networks and its number of decimals where that is stated. */
export function AssetList({ registry }: { registry: Registry }) {
  const labelOf = networkLabelsIn(registry);
  return (
    <ul aria-label="Assets" className="divide-y divide-line text-body">
      {registry.assets.map((asset) => (
        <li key={asset.ticker} className={ROW}>
          <span className="font-medium">{asset.ticker}</span>
          <span>
            <UntrustedText text={asset.networks.map(labelOf).join(', ')} limit={2000} />
            <span className="text-dim"> · decimals: {describeDecimals(asset, labelOf)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** List of the networks, each with its address format, its usual duration and its explorer. */
export function NetworkList({ networks }: { networks: readonly Network[] }) {
  return (
    <ul aria-label="Networks" className="divide-y divide-line text-body">
      {networks.map(({ id, label, family, usesMemo, usualSeconds, explorerTransaction }) => (
        <li key={id} className="py-2 first:pt-0 last:pb-0 [overflow-wrap:anywhere]">
          <p>
            <span className="font-medium">
              <UntrustedText text={label} />
            </span>{' '}
            <span className="font-mono text-label text-dim">{id}</span>
          </p>
          <p className={family === undefined ? 'text-warn' : undefined}>
            {family === undefined ? 'Addresses not checked' : `Address format: ${FAMILY_LABELS[family]}`}
            {usesMemo && ' · recipients need a memo'}
            {usualSeconds !== undefined && ` · usually takes ${formatDurationToSeconds(usualSeconds * 1000)}`}
          </p>
          <p className="text-label text-dim">
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
