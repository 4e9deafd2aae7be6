import { clsx } from 'clsx';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Registry } from '@/lib/networks/assets';
import { compareRegistries, type RegistryChange } from '@/lib/networks/registry-changes';

const WORDS: Record<RegistryChange['kind'], { mark: string; look: string }> = {
  added: { mark: 'Added', look: 'border-l-good bg-good-soft' },
  changed: { mark: 'Changed', look: 'border-l-warn bg-warn-soft' },
  removed: { mark: 'Removed', look: 'border-l-bad bg-bad-soft' },
};

/** How one table becomes another: each asset and network that differs, and in what; a word as well as a colour. */
export function RegistryChanges({ before, after }: { before: Registry; after: Registry }) {
  return (
    <ul aria-label="What changes" className="space-y-1 text-sm">
      {compareRegistries(before, after).map(({ kind, what, name, facts }) => (
        <li
          key={`${what} ${name}`}
          className={clsx('rounded border-l-3 p-2 [overflow-wrap:anywhere]', WORDS[kind].look)}
        >
          <p className="font-medium">
            {WORDS[kind].mark}: {what} <UntrustedText text={name} />
          </p>
          <ul>
            {facts.map((fact) => (
              <li key={fact.name}>
                {fact.name}:{' '}
                {kind === 'changed' && fact.before !== null && (
                  <>
                    <del>
                      <UntrustedText text={fact.before} />
                    </del>{' '}
                    becomes{' '}
                  </>
                )}
                <UntrustedText text={fact.after ?? fact.before ?? ''} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
