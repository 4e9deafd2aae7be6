import { Fragment } from 'react';
import { ExpandableMoney } from '@/components/values/expandable-money';
import { PageSection } from '@/components/ui/panel';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { groupDigits } from '@/lib/money/format-amount';
import { formatCount } from '@/lib/text/locale';
import { type AssetVolume, type DayVolume, HOURS } from '@/lib/transfers/figures/volume';

const HOUR_MS = 3_600_000;
const MAX_CHARTS = 8;

/** The volume of the last 24 hours: for each asset, the exact sums and a chart by hour. */
export function VolumeChart({ volume: { from, assets } }: { volume: DayVolume }) {
  const rest = assets.slice(MAX_CHARTS);
  return (
    <PageSection
      title="Volume of the last 24 hours"
      hint="completed, by hour of creation"
      isEmpty={assets.length === 0}
    >
      <Charts assets={assets.slice(0, MAX_CHARTS)} from={from} />
      {rest.length > 0 && (
        <details className="mt-3">
          <summary className="text-body text-dim hover:text-ink">
            {rest.length} more {rest.length === 1 ? 'asset' : 'assets'}
          </summary>
          <div className="mt-3">
            <Charts assets={rest} from={from} />
          </div>
        </details>
      )}
    </PageSection>
  );
}

function Charts({ assets, from }: { assets: readonly AssetVolume[]; from: string }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3 empty:hidden">
      {assets.map((volume) => (
        <li key={volume.asset} className="min-w-0 rounded-panel border border-line bg-panel p-3">
          <AssetChart volume={volume} from={from} />
        </li>
      ))}
    </ul>
  );
}

function AssetChart({
  volume: { asset, transfers, credit, debit, pending, hours },
  from,
}: {
  volume: AssetVolume;
  from: string;
}) {
  const name = readableText(asset || 'No asset', 40);
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 text-body">
        <h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h3>
        <p className="shrink-0 text-label text-dim">
          {formatCount(transfers)} completed
          {pending.transfers > 0 && ` · ${formatCount(pending.transfers)} pending`}
        </p>
      </div>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 text-body">
        <dt className="text-dim">In</dt>
        <dd className="text-right">
          <ExpandableMoney amount={credit} unit={asset} />
        </dd>
        <dt className="text-dim">Out</dt>
        <dd className="text-right">
          <ExpandableMoney amount={debit} unit={asset} />
        </dd>
        <Pending label="Pending in" asset={asset} amount={pending.credit} />
        <Pending label="Pending out" asset={asset} amount={pending.debit} />
      </dl>
      <Bars
        hours={hours}
        label={`${name} by hour: in ${groupDigits(credit)}, out ${groupDigits(debit)}. Amounts in the table below.`}
      />
      <details className="mt-1 text-label">
        <summary className="text-dim hover:text-ink">
          Hours <span className="sr-only">of {name}</span>
        </summary>
        <HourTable hours={hours} from={from} asset={asset} name={name} />
      </details>
    </>
  );
}

function Pending({ label, asset, amount }: { label: string; asset: string; amount: string }) {
  if (amount === '0') return null;
  return (
    <>
      <dt className="text-dim">{label}</dt>
      <dd className="text-right text-dim">
        <ExpandableMoney amount={amount} unit={asset} />
      </dd>
    </>
  );
}

// In units of the drawing: the width of an hour and of its bar, and the height of each half.
const STEP = 6;
const BAR = 4;
const HALF = 24;

function Bars({ hours, label }: { hours: AssetVolume['hours']; label: string }) {
  // Any volume at all is visible; an hour without volume draws nothing.
  const bar = (hour: number, share: number, isIn: boolean) => {
    if (share === 0) return null;
    const height = Math.max(0.75, (share * HALF) / 100);
    return (
      <rect
        x={hour * STEP + 1}
        y={isIn ? HALF - height : HALF + 1}
        width={BAR}
        height={height}
        className={isIn ? 'fill-accent' : 'fill-edge'}
      />
    );
  };
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${HOURS * STEP} ${2 * HALF + 1}`}
      preserveAspectRatio="none"
      className="mt-2 h-14 w-full"
    >
      {hours.map(({ creditShare, debitShare }, hour) => (
        <Fragment key={hour}>
          {bar(hour, creditShare, true)}
          {bar(hour, debitShare, false)}
        </Fragment>
      ))}
      <rect x={0} y={HALF} width={HOURS * STEP} height={1} className="fill-line" />
    </svg>
  );
}

interface HourTableProps extends Pick<AssetVolume, 'hours' | 'asset'> {
  from: string;
  name: string;
}

function HourTable({ hours, from, asset, name }: HourTableProps) {
  const moved = hours.flatMap((hour, index) => (hour.credit === '0' && hour.debit === '0' ? [] : [{ ...hour, index }]));
  return (
    <table className="mt-1 w-full [overflow-wrap:anywhere]">
      <caption className="sr-only">
        <UntrustedText text={name} />: hours with transfers
      </caption>
      <thead>
        <tr className="text-left text-dim">
          <th scope="col" className="py-0.5 pr-2 font-normal">
            From
          </th>
          <th scope="col" className="py-0.5 pr-2 text-right font-normal">
            In
          </th>
          <th scope="col" className="py-0.5 text-right font-normal">
            Out
          </th>
        </tr>
      </thead>
      <tbody>
        {moved.map(({ index, credit, debit }) => (
          <tr key={index} className="align-top">
            <th scope="row" className="py-0.5 pr-2 text-left font-normal whitespace-nowrap text-dim">
              <Time iso={new Date(Date.parse(from) + index * HOUR_MS).toISOString()} />
            </th>
            <td className="py-0.5 pr-2 text-right">
              <ExpandableMoney amount={credit} unit={asset} />
            </td>
            <td className="py-0.5 text-right">
              <ExpandableMoney amount={debit} unit={asset} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
