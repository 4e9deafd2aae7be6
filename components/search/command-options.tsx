'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type Command, findCommands } from '@/components/search/commands';
import { ActionOption, OptionGroup, SearchOption } from '@/components/search/search-option';
import { useSending, useWaiting } from '@/components/shell/session-watch';
import { useOpenDialog } from '@/components/shell/shell-dialogs';
import { approvalQueue } from '@/components/withdrawals/use-approval-queue';
import { KeyHint } from '@/components/ui/key';
import { routes } from '@/lib/http/routes';
import type { Role } from '@/lib/identity/roles';
import { listInbox } from '@/lib/requests/inbox/inbox';

interface CommandOptionsProps {
  text: string;
  roles: readonly Role[];
  /** Whether Enter may open one at once, because nothing else matches as well. */
  isExact: boolean;
  onChoose: () => void;
}

/** The pages and the actions whose names match: an action is never what Enter opens from habit. */
export function CommandOptions({ text, roles, isExact, onChoose }: CommandOptionsProps) {
  const { count: waiting } = useWaiting();
  const isStopped = useSending()?.isStopped ?? false;
  const { actions, pages } = findCommands(text, roles, { waiting, isStopped });
  const option = (command: Command) => (
    <CommandOption key={command.name} command={command} isExact={isExact} onChoose={onChoose} />
  );
  return (
    <>
      {pages.length > 0 && <OptionGroup title="Pages">{pages.map(option)}</OptionGroup>}
      {actions.length > 0 && <OptionGroup title="Actions">{actions.map(option)}</OptionGroup>}
    </>
  );
}

function CommandOption({
  command,
  isExact,
  onChoose,
}: Pick<CommandOptionsProps, 'isExact' | 'onChoose'> & { command: Command }) {
  const act = useAct();
  const { name, hint, key } = command;
  const value = `command ${name}`;
  const label = (
    <>
      {name}
      {/* For the eye, beside a name that says enough. */}
      {hint !== undefined && (
        <span aria-hidden className="truncate text-label text-dim">
          {hint}
        </span>
      )}
      {key !== undefined && <KeyHint>{key}</KeyHint>}
    </>
  );
  if ('href' in command)
    return (
      <SearchOption value={value} href={command.href} isExact={isExact} onChoose={onChoose}>
        {label}
      </SearchOption>
    );
  return (
    <ActionOption
      value={value}
      // A file is saved only by the reader's choice of it, never by a key from before the answer.
      isExact={isExact && 'act' in command}
      onChoose={() => {
        onChoose();
        if ('act' in command) act(command.act);
        // A download, which leaves the page as it is.
        else window.location.assign(command.file);
      }}
    >
      {label}
    </ActionOption>
  );
}

function useAct() {
  const router = useRouter();
  const client = useQueryClient();
  const open = useOpenDialog();
  const approveNext = async () => {
    const [next] = await client.fetchQuery(approvalQueue).then(listInbox, () => []);
    if (next?.kind === 'request') router.push(routes.withdrawalInQueue(next.id));
    // The queue itself says what waits where it is something else, or could not be read.
    else router.push(next?.kind === 'batch' ? routes.batch(next.id) : routes.approvals);
  };
  return (act: Extract<Command, { act: string }>['act']) => {
    if (act === 'approveNext') void approveNext();
    else open(act);
  };
}
