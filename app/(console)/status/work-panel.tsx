import { DataTable, NumberCell, TextCell } from '@/components/data/data-table';
import { Time } from '@/components/values/time';
import { PageSection } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import type { WorkOverview } from '@/lib/server/sends/process-settings';
import { formatDuration } from '@/lib/text/duration';
import { formatCount } from '@/lib/text/locale';

/** Shows the background work of all processes: when each last ran, what waits for it, and what failed. */
export function BackgroundWork({ overview: { work, processes, reportedAt } }: { overview: WorkOverview }) {
  const failing = work.filter(({ isFailing }) => isFailing).length;
  return (
    <PageSection title="Background work">
      <p className="text-body">
        <StatusMark tone={failing > 0 || processes === 0 ? 'failed' : 'done'} label={describe(failing, processes)} />
      </p>
      {reportedAt !== null && (
        <details className="mt-2">
          <summary className="cursor-pointer text-body">
            Each kind of work, as of <Time iso={reportedAt} withSeconds />
          </summary>
          <DataTable label="Background work" columns={COLUMNS}>
            <tbody className="divide-y divide-line border-t border-line">
              {work.map(({ label, ageMs, waiting, faults, isFailing }) => (
                <tr key={label}>
                  <TextCell isRowTitle>{isFailing ? <StatusMark tone="failed" label={label} /> : label}</TextCell>
                  <NumberCell>{formatAge(ageMs)}</NumberCell>
                  <NumberCell>{formatNumber(waiting)}</NumberCell>
                  <NumberCell>{formatNumber(faults)}</NumberCell>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </details>
      )}
    </PageSection>
  );
}

const COLUMNS = [
  { title: 'Work' },
  { title: 'Last run', isNumber: true },
  { title: 'Waiting', isNumber: true },
  { title: 'Failed', isNumber: true },
];

// A kind of work without a queue has no number.
const formatNumber = (count: number | null) => (count === null ? '–' : formatCount(count));

const formatAge = (ms: number) => (ms < 60_000 ? `${Math.round(ms / 1000)} s ago` : `${formatDuration(ms)} ago`);

function describe(failing: number, processes: number): string {
  if (processes === 0) return 'No process has reported its work within two minutes.';
  const of = processes === 1 ? '1 process' : `${processes} processes`;
  if (failing === 0) return `Working in ${of}`;
  return `${failing === 1 ? 'One kind of work fails' : `${failing} kinds of work fail`} in ${of}. The log says why.`;
}
