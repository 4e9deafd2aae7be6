import { clsx } from 'clsx';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Registry } from '@/lib/networks/assets';
import { compareRegistries, type RegistryChange } from '@/lib/networks/registry-changes';

const KINDS: Record<RegistryChange['kind'], { label: string; look: string }> = {
  added: { label: 'Added', look: 'border-l-edge bg-soft' },
  changed: { label: 'Changed', look: 'border-l-warn bg-warn-soft' },
  removed: { label: 'Removed', look: 'border-l-bad bg-bad-soft' },
};

/** List of the assets and networks that differ between two registries, each with its changed facts. */
export function RegistryChanges({ before, after }: { before: Registry; after: Registry }) {
  return (
    <ul aria-label="Changes" className="space-y-1 text-body">
      {compareRegistries(before, after).map(({ kind, what, name, facts }) => (
        <li
          key={`${what} ${name}`}
          className={clsx('rounded border-l-3 p-2 [overflow-wrap:anywhere]', KINDS[kind].look)}
        >
          <p className="font-medium">
            {KINDS[kind].label}: {what} <UntrustedText text={name} />
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
