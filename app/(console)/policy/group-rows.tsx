'use client';

import { useId } from 'react';
import { useController } from 'react-hook-form';
import { RemoveButton } from '@/app/(console)/policy/remove-button';
import { issueMessage } from '@/components/form/issue-message';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import { COUNTS, type GroupDraft } from '@/lib/policy/form';

interface GroupRowsProps {
  /** The form's field, a list of lines. */
  name: string;
  /** The names of the groups in force. */
  groups: readonly string[];
  className?: string;
}

/** Lines with the number of approvals that a group gives. */
export function GroupRows({ name, groups, className }: GroupRowsProps) {
  const id = useId();
  const { field, formState } = useController({ name });
  const rows = field.value as readonly GroupDraft[];
  const messageAt = (path: string) => issueMessage(formState.errors, path);
  const issue =
    messageAt(name) ??
    rows.map((_row, index) => messageAt(`${name}.${index}.group`) ?? messageAt(`${name}.${index}.count`)).find(Boolean);
  const change = (index: number, part: Partial<GroupDraft>) =>
    field.onChange(rows.map((row, place) => (place === index ? { ...row, ...part } : row)));
  const unused = groups.find((group) => !rows.some((row) => row.group === group));
  return (
    <fieldset className={className} aria-describedby={`${id}-about`}>
      <legend className="mb-1 text-label text-dim">Of these, by members of groups</legend>
      <ul className="space-y-1.5">
        {rows.map((row, index) => (
          <li key={index} className="grid grid-cols-[4rem_auto_minmax(0,1fr)_auto] items-center gap-1.5">
            <select
              aria-label={`Approvals of group ${index + 1}`}
              className={CONTROL}
              value={row.count}
              onChange={({ target }) => change(index, { count: target.value })}
            >
              {[...new Set([...COUNTS, row.count])].map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
            <span className="text-body text-dim">of</span>
            <select
              aria-label={`Group ${index + 1}`}
              className={CONTROL}
              value={row.group}
              onChange={({ target }) => change(index, { group: target.value })}
            >
              {!groups.includes(row.group) && <option value={row.group}>{`${row.group} (no such group)`}</option>}
              {groups.map((group) => (
                <option key={group}>{group}</option>
              ))}
            </select>
            <RemoveButton
              label={`group ${index + 1}`}
              onClick={() => field.onChange(rows.filter((_row, place) => place !== index))}
            />
          </li>
        ))}
      </ul>
      {unused !== undefined && (
        <Button className="mt-1.5" onClick={() => field.onChange([...rows, { group: unused, count: '1' }])}>
          Add a group
        </Button>
      )}
      <p id={`${id}-about`} className={`mt-1 text-label ${issue === undefined ? 'text-dim' : 'text-bad'}`}>
        {issue ??
          (groups.length > 0 ? (
            'Each person counts once, also in several groups. Without a group, anyone with the role approves.'
          ) : (
            <>
              There are no groups yet.{' '}
              <Link className="underline" href={routes.groups}>
                Groups
              </Link>{' '}
              makes them.
            </>
          ))}
      </p>
    </fieldset>
  );
}
