import { Panel } from '@/components/ui/panel';
import { listRights, type Role } from '@/lib/identity/roles';

/** Lists in words what the reader's roles allow, and who can do the rest. */
export function RightsPanel({ roles }: { roles: readonly Role[] }) {
  const { can, others } = listRights(roles);
  return (
    <Panel title="Rights">
      <details className="text-body">
        <summary>What you can do ({can.length})</summary>
        <ul aria-label="You can" className="mt-1.5 mb-3 list-disc space-y-1 pl-5 marker:text-dim">
          {can.map((right) => (
            <li key={right}>{right}</li>
          ))}
        </ul>
      </details>
      {others.length > 0 && (
        <details className="mt-1 text-body">
          <summary>What only others can do ({others.flatMap(({ can: rights }) => rights).length})</summary>
          <ul aria-label="Only others can" className="mt-1.5 space-y-2">
            {others.map(({ who, can: rights }) => (
              <li key={who}>
                Only {who}
                <ul className="list-disc space-y-1 pl-5 text-dim marker:text-dim">
                  {rights.map((right) => (
                    <li key={right}>{right}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}
