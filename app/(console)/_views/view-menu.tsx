'use client';

import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { deleteViewAction, saveViewAction } from '@/app/(console)/_views/actions';
import { callAction } from '@/components/data/call-action';
import { ReadFailureNotice } from '@/components/list/list-notices';
import { readableText } from '@/components/values/untrusted-text';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { InputField } from '@/components/ui/field';
import { dayAt, startOfDay } from '@/lib/transfers/day-bounds';
import { closePopover } from '@/components/ui/popover-button';
import { explainReadFailure } from '@/lib/http/read-failures';
import { savedViewsEndpoint } from '@/lib/views/contract';
import { MAX_VIEW_NAME, type SavedView, type ViewList } from '@/lib/views/saved-views';

interface ViewMenuProps {
  list: ViewList;
  /** The path of the list. */
  path: string;
  /** Gives the views that everyone has. `weekStart`: the start of this week in the reader's zone (ISO 8601). */
  builtInViews: (weekStart: string) => readonly SavedView[];
  /** The parameters of the query that is shown. */
  parameters: string;
  onShow: (parameters: URLSearchParams) => void;
}

type Answer = Awaited<ReturnType<typeof saveViewAction>>;

/** The saved views of a list: built-in ones, and the reader's own, which can be saved and deleted. */
export function ViewMenu({ list, path, builtInViews, parameters, onShow }: ViewMenuProps) {
  const [builtIn] = useState(() => builtInViews(startOfDay(mondayOf(new Date()))));
  const { views, error, failure, isBusy, change } = useSavedViews(list);
  const show = (button: Element, view: SavedView) => {
    onShow(new URLSearchParams(view.parameters));
    closePopover(button);
  };
  return (
    <div className="text-body">
      <ul aria-label="Built-in views">
        {builtIn.map((view) => (
          <li key={view.name}>
            <ViewButton view={view} isShown={view.parameters === parameters} onShow={show} />
          </li>
        ))}
      </ul>
      <h3 className="mt-2 border-t border-line pt-2 text-label text-dim">Your views</h3>
      {error ? (
        <ReadFailureNotice explanation={explainError(error)} path={path} />
      ) : (
        <p className="px-1 text-dim empty:hidden">
          {!views ? 'Loading…' : views.length === 0 && 'No saved views yet.'}
        </p>
      )}
      <ul aria-label="Your views">
        {views?.map((view) => (
          <li key={view.name} className="flex items-center gap-1">
            <ViewButton view={view} isShown={view.parameters === parameters} onShow={show} />
            <button
              type="button"
              disabled={isBusy}
              aria-label={`Delete ${view.name}`}
              onClick={() => void change(() => callAction(deleteViewAction, { name: view.name, list }))}
              className="inline-flex size-7 shrink-0 items-center justify-center rounded text-dim hover:bg-soft hover:text-bad"
            >
              <Trash2 aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <SaveViewForm
        path={path}
        parameters={parameters}
        failure={failure}
        isBusy={isBusy}
        onSave={(name) => change(() => callAction(saveViewAction, { name, parameters, list }))}
      />
    </div>
  );
}

/** Reads the reader's saved views, and saves and deletes them. `failure`: why the last change failed, as a sentence. */
function useSavedViews(list: ViewList) {
  const [views, setViews] = useState<SavedView[]>();
  const [error, setError] = useState<Error>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    const reading = new AbortController();
    fetchJson(savedViewsEndpoint(list), { signal: reading.signal }).then(
      // The answer to a change is newer than this one.
      (read) => setViews((changed) => changed ?? read),
      (cause: Error) => !reading.signal.aborted && setError(cause),
    );
    return () => reading.abort();
  }, [list]);
  const change = async (act: () => Promise<Answer>): Promise<boolean> => {
    setIsBusy(true);
    setFailure(undefined);
    const answer = await act().catch(() => undefined);
    setIsBusy(false);
    if (answer?.ok) setViews(answer.value);
    else setFailure(explainFailure(answer));
    return answer?.ok === true;
  };
  return { views, error, failure, isBusy, change };
}

interface SaveViewFormProps {
  path: string;
  parameters: string;
  failure: string | undefined;
  isBusy: boolean;
  /** Saves the view and returns whether that succeeded. */
  onSave: (name: string) => Promise<boolean>;
}

function SaveViewForm({ path, parameters, failure, isBusy, onSave }: SaveViewFormProps) {
  const id = useId();
  const [name, setName] = useState('');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await onSave(name)) setName('');
  };
  return (
    <form onSubmit={(event) => void save(event)} className="mt-2 border-t border-line pt-2">
      <InputField
        id={id}
        label="Name of the current view"
        error={failure}
        value={name}
        maxLength={MAX_VIEW_NAME}
        onText={setName}
      />
      <div className="mt-2 flex items-center justify-between gap-2">
        <span className="text-label text-dim">
          Link{' '}
          <CopyButton
            what="link to this view"
            text={`${window.location.origin}${path}${parameters && `?${parameters}`}`}
          />
        </span>
        <Button type="submit" disabled={isBusy}>
          Save view
        </Button>
      </div>
    </form>
  );
}

function ViewButton({
  view,
  isShown,
  onShow,
}: {
  view: SavedView;
  isShown: boolean;
  onShow: (button: Element, view: SavedView) => void;
}) {
  return (
    <button
      type="button"
      aria-current={isShown || undefined}
      onClick={({ currentTarget }) => onShow(currentTarget, view)}
      className={`min-h-7 min-w-0 flex-1 rounded px-1.5 text-left [overflow-wrap:anywhere] hover:bg-soft ${isShown ? 'bg-accent-soft font-medium' : ''}`}
    >
      <bdi>{readableText(view.name, 80)}</bdi>
    </button>
  );
}

function explainFailure(answer: Answer | undefined): string {
  if (!answer || answer.ok)
    return 'The console did not answer. The view may or may not have been saved or deleted. Load the page again to see.';
  if (answer.error.kind === 'refused') return answer.error.reason;
  const { title, next } = explainReadFailure(answer.error);
  return `${title}. ${next}`;
}

// Weeks begin on Monday (ISO 8601).
function mondayOf(now: Date): string {
  return dayAt(now, -((now.getDay() + 6) % 7));
}
