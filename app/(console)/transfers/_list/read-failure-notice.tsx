import type { ComponentProps } from 'react';
import { ReadFailureNotice as ListFailureNotice } from '@/components/list/list-notices';
import { routes } from '@/lib/http/routes';

/** The notice that transfers could not be read, with a link to sign in again if the session has ended. */
export function ReadFailureNotice(notice: Omit<ComponentProps<typeof ListFailureNotice>, 'path'>) {
  return <ListFailureNotice {...notice} path={routes.transfers} />;
}
