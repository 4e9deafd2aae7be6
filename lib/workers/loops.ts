/** The background work of a console process: what each loop does, by the name in logs and metrics. */
export const LOOPS = {
  'send 1': 'Send approved withdrawals',
  'send 2': 'Send approved withdrawals',
  'send 3': 'Send approved withdrawals',
  'send 4': 'Send approved withdrawals',
  reap: 'End claims whose process died',
  reconcile: 'Search for withdrawals with an unknown outcome',
  adopt: 'Adopt withdrawals that were found',
  track: 'Follow sent withdrawals to their end',
  cost: 'Check what withdrawals cost',
  watch: 'Compare transfers with requests',
  'audit watch': 'Compare sends with the audit log',
  expire: 'Expire requests',
  'planned-payments': 'Request planned payments',
  'mirror lease': 'Choose the process that reads transfers',
  'mirror newest': 'Read new transfers',
  'mirror walk': 'Read all transfers',
  'mirror check': 'Read transfers in progress',
  'mirror indexes': 'Build indexes of transfers',
  'notice-plan': 'Plan notifications',
  'notice-reminders': 'Plan reminders',
  'notice-transfers': 'Plan notifications of transfers under way',
  'notice-mail': 'Send mail',
  'notice-targets': 'Send to webhooks and chats',
  'notice-sweep': 'Delete old notifications',
  remember: 'Remember paid addresses',
  'remember past': 'Remember addresses paid before',
  listen: 'Listen for entries of the audit log',
  'send settings': 'Compare the settings of processes',
  replicas: 'Check database replicas',
  sweep: 'Delete ended sessions',
  'file-sweep': 'Delete files of no request',
  'audit-head': 'Log the end of the audit log',
  'proof-head': 'Log the end of the key list',
} as const;

export type LoopName = keyof typeof LOOPS;

/** A loop of one process, as the process reports it. */
export interface LoopReport {
  name: string;
  /** Milliseconds since its latest run began. */
  ageMs: number;
  /** Runs that failed since the process started, and those in a row until now. */
  faults: number;
  failuresInRow: number;
}

/** A kind of background work, over all processes that run. */
export interface Work {
  label: string;
  /** Milliseconds from the beginning of the latest run to the report. */
  ageMs: number;
  /** Runs that failed since the processes started. */
  faults: number;
  /** True where the latest run failed in some process. */
  isFailing: boolean;
  /** What is due and was not done yet; null where nothing is counted. */
  waiting: number | null;
}

/** Sums up the loops of all processes by what they do, with what waits for each, in the order of LOOPS. */
export function summarizeLoops(
  reports: readonly LoopReport[],
  waiting: Readonly<Partial<Record<LoopName, number>>>,
): Work[] {
  const labels = [...new Set(Object.values(LOOPS))];
  return labels.flatMap((label) => {
    const names = Object.entries(LOOPS).flatMap(([name, does]) => (does === label ? [name as LoopName] : []));
    const loops = reports.filter(({ name }) => names.some((one) => one === name));
    if (loops.length === 0) return [];
    const counted = names.flatMap((name) => waiting[name] ?? []);
    return [
      {
        label,
        ageMs: Math.min(...loops.map(({ ageMs }) => ageMs)),
        faults: loops.reduce((sum, { faults }) => sum + faults, 0),
        isFailing: loops.some(({ failuresInRow }) => failuresInRow > 0),
        waiting: counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0),
      },
    ];
  });
}
