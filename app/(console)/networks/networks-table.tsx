import { describeType } from '@/components/transfers/describe-type';
import { DataTable, NumberCell, TextCell } from '@/components/data/data-table';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import { networkLabel } from '@/lib/networks/networks';
import { formatDuration, formatDurationToSeconds } from '@/lib/text/duration';
import { formatCount } from '@/lib/text/locale';
import { explainBasis, type NetworkSummary, readPace } from '@/lib/transfers/figures/network-status';
import { ALL_TRANSFERS, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

const COLUMNS = [
  { title: 'Asset and type' },
  { title: 'Now', isNumber: true },
  { title: 'Usually', isNumber: true },
  { title: 'Pending', isNumber: true },
  { title: 'Oldest', isNumber: true },
  { title: 'Delayed', isNumber: true },
  { title: 'State' },
];

/** The networks, each with a line for every asset and type of transfer. */
export function NetworksTable({ networks }: { networks: readonly NetworkSummary[] }) {
  return (
    <DataTable label="Networks" columns={COLUMNS}>
      {networks.map(({ network, verdict, lines }) => (
        <tbody key={network} id={`network-${network}`} className="scroll-mt-20 border-t border-line">
          <tr>
            <th scope="rowgroup" colSpan={COLUMNS.length - 1} className="pt-4 pb-1 text-heading font-semibold">
              <bdi>{readableText(networkLabel(network), 60)}</bdi>
            </th>
            <TextCell className="pt-4">
              {verdict.level === 'unknown' && <span className="text-dim">{verdict.text}</span>}
            </TextCell>
          </tr>
          {lines.map((line) => (
            <Line key={`${line.kind.asset} ${line.kind.direction} ${line.kind.type}`} line={line} />
          ))}
        </tbody>
      ))}
    </DataTable>
  );
}

function Line({ line }: { line: NetworkSummary['lines'][number] }) {
  const { kind, pending, verdict } = line;
  const filters = toFilters(kind);
  const { nowMs, usualMs } = readPace(line);
  const basis = explainBasis(line);
  return (
    <tr>
      <TextCell isRowTitle>
        <UntrustedText text={kind.asset || 'No asset'} limit={40} />{' '}
        <span className="text-dim">{describeKind(kind.type)}</span>
      </TextCell>
      <NumberCell title={basis}>{nowMs !== null && formatDurationToSeconds(nowMs)}</NumberCell>
      <NumberCell title={basis}>{usualMs !== null && formatDurationToSeconds(usualMs)}</NumberCell>
      <NumberCell>
        {pending.transfers > 0 && <ListLink query={filters} count={pending.transfers} of="pending" />}
      </NumberCell>
      <NumberCell>{pending.oldestMs !== null && formatDuration(pending.oldestMs)}</NumberCell>
      <NumberCell>
        {pending.delayedUntil !== null && (
          <ListLink
            query={{ ...filters, ranges: { created: { to: pending.delayedUntil } }, isAscending: true }}
            count={pending.delayed}
            of="delayed"
          />
        )}
      </NumberCell>
      <TextCell>
        {verdict.level === 'slow' && (
          <StatusMark tone="waiting" label={<span className="font-medium text-warn">{verdict.text}</span>} />
        )}
        {pending.held > 0 && (
          <span className="block text-dim">
            {formatCount(pending.held)} {pending.held === 1 ? 'needs' : 'need'} attention
          </span>
        )}
      </TextCell>
    </tr>
  );
}

/** Describes a type among those of networks: “withdrawal” for “Crypto withdrawal”. */
const describeKind = (type: string) => describeType(type || undefined).replace(/^Crypto /, '');

function ListLink({ query, count, of }: { query: TransferQuery; count: number; of: string }) {
  return (
    <Link className="underline" href={`${routes.transfers}?${writeTransferQuery(query).toString()}`}>
      {formatCount(count)}
      <span className="sr-only"> {of}</span>
    </Link>
  );
}

// A filter cannot ask for an absent value.
function toFilters({ network, asset, direction, type }: NetworkSummary['lines'][number]['kind']): TransferQuery {
  const values = Object.entries({ network, asset, direction, type }).filter(([, value]) => value !== '');
  return {
    ...ALL_TRANSFERS,
    values: { status: ['PENDING'], ...Object.fromEntries(values.map(([filter, value]) => [filter, [value]])) },
  };
}
