import { clsx } from 'clsx';
import { ForeignText } from '@/components/values/untrusted-text';
import type { Directory } from '@/lib/networks/assets';
import { compareDirectories, type DirectoryChange } from '@/lib/networks/registry-changes';

const WORDS: Record<DirectoryChange['kind'], { mark: string; look: string }> = {
  added: { mark: 'Added', look: 'border-l-good bg-good-soft' },
  changed: { mark: 'Changed', look: 'border-l-warn bg-warn-soft' },
  removed: { mark: 'Removed', look: 'border-l-bad bg-bad-soft' },
};

/** How one table becomes another: each asset and network that differs, and in what; a word as well as a colour. */
export function DirectoryChanges({ before, after }: { before: Directory; after: Directory }) {
  return (
    <ul aria-label="What changes" className="space-y-1 text-sm">
      {compareDirectories(before, after).map(({ kind, what, name, facts }) => (
        <li
          key={`${what} ${name}`}
          className={clsx('rounded border-l-3 p-2 [overflow-wrap:anywhere]', WORDS[kind].look)}
        >
          <p className="font-medium">
            {WORDS[kind].mark}: {what} <ForeignText text={name} />
          </p>
          <ul>
            {facts.map((fact) => (
              <li key={fact.name}>
                {fact.name}:{' '}
                {kind === 'changed' && fact.before !== null && (
                  <>
                    <del>
                      <ForeignText text={fact.before} />
                    </del>{' '}
                    becomes{' '}
                  </>
                )}
                <ForeignText text={fact.after ?? fact.before ?? ''} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
