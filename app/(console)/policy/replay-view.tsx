'use client';

import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainError, fetchJson, withJson } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { DataTable, NumberCell, TextCell } from '@/components/data/data-table';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';
import { explainMissing } from '@/lib/policy/replay/describe-replay';
import type { PolicyRule } from '@/lib/policy/rules';
import type { ReplayChange, ReplayPeriod } from '@/lib/policy/replay/replay';
import { type PolicyReplay, policyReplayEndpoint } from '@/lib/requests/contract';
import { formatCount } from '@/lib/text/locale';

const PERIODS: Record<ReplayPeriod, string> = {
  90: 'the last 90 days',
  all: 'all requests',
  waiting: 'waiting requests',
};
const EXTENTS: Record<ReplayPeriod, { of: string; all: string }> = {
  90: { of: ' of the last 90 days', all: 'of the last 90 days' },
  all: { of: '', all: 'all of them' },
  waiting: { of: ' that wait', all: 'all that wait' },
};
const COLUMNS = [
  { title: 'Change' },
  { title: 'By the policy in force' },
  { title: 'By these rules' },
  { title: 'Number', isNumber: true },
  { title: 'Examples' },
];

const MARKS: Record<ReplayChange['direction'], { mark: string; look: string }> = {
  less: { mark: 'Takes less', look: 'text-warn' },
  other: { mark: 'Different', look: '' },
  more: { mark: 'Takes more', look: '' },
};
const count = (number: number) => formatCount(number);

/** Replays past requests through rules that are not in force, on a press of the button, and shows what would change. */
export function ReplayView({ rules }: { rules: readonly PolicyRule[] }) {
  const [period, setPeriod] = useState<ReplayPeriod>('90');
  const [isBusy, setIsBusy] = useState(false);
  const [shown, setShown] = useState<{ rules: readonly PolicyRule[]; replay: PolicyReplay }>();
  const [failure, setFailure] = useState<Explanation>();
  const start = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const replay = await fetchJson(policyReplayEndpoint(), withJson({ rules, period }));
      setShown({ rules, replay });
    } catch (error) {
      setShown(undefined);
      setFailure(explainError(error instanceof Error ? error : new Error(String(error))));
    }
    setIsBusy(false);
  };
  return (
    <section aria-label="Replay" className="space-y-2 text-body">
      <p>Replay past requests through these rules:</p>
      <div className="flex items-center gap-2">
        <select
          aria-label="Replay of"
          className={clsx(CONTROL, 'max-w-44')}
          value={period}
          onChange={({ target }) => setPeriod(target.value as ReplayPeriod)}
        >
          {Object.entries(PERIODS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Button aria-busy={isBusy} disabled={isBusy} onClick={() => void start()}>
          Replay
        </Button>
      </div>
      <div role="status" className="space-y-2 empty:hidden">
        {isBusy && <p className="text-dim">Replaying past requests…</p>}
        {!isBusy && shown && shown.rules !== rules && (
          <p className="text-warn">The rules have changed since this replay. Replay them again.</p>
        )}
        {!isBusy && shown && <ReplayResult replay={shown.replay} />}
      </div>
      {failure && <ExplanationNotice explanation={failure} isUrgent />}
    </section>
  );
}

/** Shows how many waiting requests a proposed policy would change, and how, as of a time. */
export function WaitingReplay({ rules }: { rules: readonly PolicyRule[] }) {
  const { data, error } = useQuery({
    queryKey: ['policy-waiting', rules],
    queryFn: () => fetchJson(policyReplayEndpoint(), withJson({ rules, period: 'waiting' satisfies ReplayPeriod })),
    retry: false,
  });
  return (
    <section aria-label="Waiting requests" className="space-y-1 text-body">
      {error && <ExplanationNotice explanation={explainError(error)} />}
      {!data && !error && <p className="text-dim">Counting the waiting requests that this changes…</p>}
      {data && <WaitingChanges replay={data} />}
    </section>
  );
}

function WaitingChanges({ replay: { count: all, changes, at, unreadable } }: { replay: PolicyReplay }) {
  const reached = changes.filter(({ direction }) => direction !== 'less');
  const changed = reached.reduce((sum, { count: number }) => sum + number, unreadable);
  return (
    <>
      <p>
        As of <Time iso={at} withSeconds />,{' '}
        {all === 0
          ? 'no request waits.'
          : `${count(all)} ${all === 1 ? 'request waits' : 'requests wait'}, and this changes ${changed === 0 ? 'none' : count(changed)}.`}
      </p>
      {changed > 0 && (
        <ul className="list-disc pl-5">
          {reached.map(({ before, after, count: number }) => (
            <li key={`${before} ${after}`}>
              {count(number)}: {before} → {after}
            </li>
          ))}
          {unreadable > 0 && <li>{count(unreadable)}: not known</li>}
        </ul>
      )}
      <p className="text-label text-dim">
        A waiting request must meet both its own policy and the newest one. What takes less applies to new requests
        only.
      </p>
    </>
  );
}

function ReplayResult({ replay }: { replay: PolicyReplay }) {
  const { changes, kept, version, period, references } = replay;
  const unchanged = kept.reduce((sum, { count: number }) => sum + number, 0);
  const notes = [
    ...explainMissing(replay),
    ...(replay.isPartial ? ['Only requests of the profiles that you may see were replayed.'] : []),
    'What a policy refused was never saved, so no replay can show it.',
  ];
  return (
    <>
      {replay.count === 0 ? (
        <p>
          There are no requests{EXTENTS[period].of} to compare with version {version}.
        </p>
      ) : (
        <p>
          {count(replay.count)} {replay.count === 1 ? 'request' : 'requests'} ({EXTENTS[period].all}), compared with
          version {version}: {count(unchanged)} unchanged, {count(replay.count - unchanged - replay.unreadable)}{' '}
          changed.
        </p>
      )}
      {changes.length > 0 && (
        <DataTable label="Changed outcomes" columns={COLUMNS}>
          <tbody className="divide-y divide-line">
            {changes.map(({ before, after, direction, count: number, examples }) => (
              <tr key={`${before} ${after}`}>
                <TextCell className={MARKS[direction].look}>
                  <span className="font-medium">{MARKS[direction].mark}</span>
                </TextCell>
                <TextCell>{before}</TextCell>
                <TextCell>{after}</TextCell>
                <NumberCell>{count(number)}</NumberCell>
                <TextCell>
                  <ul>
                    {examples.map((id) => (
                      <li key={id}>
                        <Link className="underline" href={routes.withdrawal(id)}>
                          <UntrustedText text={references[id] ?? id} limit={60} />
                        </Link>
                      </li>
                    ))}
                  </ul>
                </TextCell>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
      <ul className="list-disc pl-5 text-label text-dim">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
