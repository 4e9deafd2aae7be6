import { ChangeList } from '@/components/proposals/change-list';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Registry } from '@/lib/networks/assets';
import { compareRegistries } from '@/lib/networks/registry-changes';

const LABELS = { added: 'Added', changed: 'Changed', removed: 'Removed' };

/** List of the assets and networks that differ between two registries, each with its changed facts. */
export function RegistryChanges({ before, after }: { before: Registry; after: Registry }) {
  const changes = compareRegistries(before, after).map(({ kind, what, name, facts }) => ({
    key: `${what} ${name}`,
    kind,
    title: (
      <>
        {LABELS[kind]}: {what} <UntrustedText text={name} />
      </>
    ),
    lines: (
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
    ),
  }));
  return <ChangeList changes={changes} />;
}
