'use client';

import { useState } from 'react';
import { saveNoticeChoicesAction } from '@/app/(console)/account/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { chooseBrowserNotifications, useBrowserNotifications } from '@/components/shell/browser-notifications';
import { Button } from '@/components/ui/button';
import { CONTROL, SelectField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { UntrustedText } from '@/components/values/untrusted-text';
import { type Denial, explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { NoticeSettings } from '@/lib/notifications/contract';
import { NOTICE_MODES, type NoticeKind, type NoticeMode } from '@/lib/notifications/kinds';

const MODE_LABELS: Record<NoticeMode, string> = {
  'at-once': 'At once',
  hourly: 'Every hour',
  daily: 'Once a day',
  off: 'Never',
};
const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const);

interface NoticeChoicesProps {
  settings: NoticeSettings;
  timeZones: readonly string[];
}

/** Lets the reader choose which notices they get by mail, and when. */
export function NoticeChoices({ settings, timeZones }: NoticeChoicesProps) {
  const { email, isMailOn, kinds } = settings;
  return (
    <Panel title="Mail and browser">
      <div className="space-y-3 text-body">
        {!isMailOn ? (
          <p className="text-dim">This console has no mail server, so it sends no mail.</p>
        ) : email === null ? (
          <Notice look="warn" title="No mail reaches you">
            <p>Your identity provider states no e-mail address for you. Ask its administrator to add one.</p>
          </Notice>
        ) : (
          <p>
            Mail goes to <UntrustedText text={email} limit={200} />.
          </p>
        )}
        <BrowserChoice />
        {kinds.length > 0 && <ChoicesForm settings={settings} timeZones={timeZones} />}
      </div>
    </Panel>
  );
}

/** Lets the reader switch notifications of this browser on and off. */
function BrowserChoice() {
  const state = useBrowserNotifications();
  if (state === 'unsupported') return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button disabled={state === 'denied'} onClick={() => void chooseBrowserNotifications(state !== 'on')}>
        {state === 'on' ? 'Switch off in this browser' : 'Show in this browser'}
      </Button>
      <span className="text-label text-dim">
        {state === 'denied'
          ? 'Your browser does not let this console show notifications. Allow it in the settings of the browser.'
          : 'While you are signed in and a tab is open, your browser says how much waits for you, and nothing else.'}
      </span>
    </div>
  );
}

function ChoicesForm({ settings, timeZones }: NoticeChoicesProps) {
  const [modes, setModes] = useState(() => new Map(settings.kinds.map(({ kind, mode }) => [kind, mode])));
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const [quiet, setQuiet] = useState(settings.quiet);
  const { isBusy, outcome, save } = useSaving();
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save({ modes: Object.fromEntries(modes), timeZone, quiet });
      }}
    >
      <details>
        <summary>{describeModes([...modes.values()])}</summary>
        <ul aria-label="Notices by mail" className="mt-2 divide-y divide-line border-y border-line">
          {settings.kinds.map(({ kind, label, isNeeded }) => (
            <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
              <label htmlFor={`notice-${kind}`} className="min-w-0 [overflow-wrap:anywhere]">
                {label}
              </label>
              <ModeSelect
                kind={kind}
                isNeeded={isNeeded}
                mode={modes.get(kind) ?? 'at-once'}
                onChoose={(mode) => setModes(new Map([...modes, [kind, mode]]))}
              />
            </li>
          ))}
        </ul>
      </details>
      <Hours timeZones={timeZones} timeZone={timeZone} onTimeZone={setTimeZone} quiet={quiet} onQuiet={setQuiet} />
      <Button type="submit" disabled={isBusy}>
        Save notifications
      </Button>
      <div aria-live="polite">
        {outcome?.ok === true && <p className="text-label text-dim">Saved.</p>}
        {outcome?.ok === false && <ExplanationNotice explanation={outcome.explanation} />}
      </div>
    </form>
  );
}

/** Says in short when notices come by mail: "18 at once, 2 never". */
function describeModes(modes: readonly NoticeMode[]): string {
  const counts = NOTICE_MODES.map((mode) => ({ mode, count: modes.filter((each) => each === mode).length }));
  const parts = counts.filter(({ count }) => count > 0);
  return `By mail: ${parts.map(({ mode, count }) => `${count} ${MODE_LABELS[mode].toLowerCase()}`).join(', ')}`;
}

type Outcome = { ok: true } | { ok: false; explanation: Explanation };

function useSaving() {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const save = async (choices: unknown) => {
    setIsBusy(true);
    setOutcome(undefined);
    try {
      const saved = await callAction(saveNoticeChoicesAction, choices);
      setOutcome(saved.ok ? { ok: true } : { ok: false, explanation: explain(saved.error) });
    } catch {
      setOutcome({ ok: false, explanation: NO_ANSWER });
    }
    setIsBusy(false);
  };
  return { isBusy, outcome, save };
}

const NO_ANSWER: Explanation = {
  title: 'The console did not answer',
  detail: 'Your choices may or may not have been saved.',
  next: 'Save them again.',
};

function explain(error: Denial | { kind: 'invalid'; reason: string }): Explanation {
  if (isDenial(error)) return explainDenial(error, 'Nothing was saved.');
  return { title: error.reason, detail: 'Nothing was saved.', next: 'Correct it, then save again.' };
}

function ModeSelect({
  kind,
  isNeeded,
  mode,
  onChoose,
}: {
  kind: NoticeKind;
  isNeeded: boolean;
  mode: NoticeMode;
  onChoose: (mode: NoticeMode) => void;
}) {
  return (
    <select
      id={`notice-${kind}`}
      value={mode}
      onChange={({ target }) => onChoose(target.value as NoticeMode)}
      className={`${CONTROL} max-w-40`}
    >
      {NOTICE_MODES.filter((each) => !isNeeded || each !== 'off').map((each) => (
        <option key={each} value={each}>
          {MODE_LABELS[each]}
        </option>
      ))}
    </select>
  );
}

interface HoursProps {
  timeZones: readonly string[];
  timeZone: string;
  onTimeZone: (timeZone: string) => void;
  quiet: { from: number; until: number } | null;
  onQuiet: (quiet: { from: number; until: number } | null) => void;
}

function Hours({ timeZones, timeZone, onTimeZone, quiet, onQuiet }: HoursProps) {
  // A stored zone may have another name now.
  const zones = timeZones.includes(timeZone) ? timeZones : [timeZone, ...timeZones];
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        id="notice-zone"
        label="Time zone"
        hint="For digests and quiet hours."
        value={timeZone}
        options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
        onChoose={onTimeZone}
      />
      <SelectField
        id="notice-quiet-from"
        label="Quiet from"
        hint="A stop, an unknown outcome and an alarm come all the same."
        value={quiet ? String(quiet.from) : ''}
        options={[['', 'No quiet hours'], ...HOURS]}
        onChoose={(from) => onQuiet(from === '' ? null : { from: Number(from), until: quiet?.until ?? 7 })}
      />
      {quiet && (
        <SelectField
          id="notice-quiet-until"
          label="Quiet until"
          value={String(quiet.until)}
          options={HOURS}
          onChoose={(until) => onQuiet({ ...quiet, until: Number(until) })}
        />
      )}
    </div>
  );
}
