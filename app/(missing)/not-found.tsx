import ConsoleLayout from '@/app/(console)/layout';
import PlainNotFound from '@/app/not-found';
import { PageNotFound } from '@/components/shell/page-not-found';
import { currentPerson } from '@/lib/server/auth/authorize';

/**
 * The page of an address that does not exist: for people who are signed in within the console, so that they can go on.
 * It is in a group of its own, since whatever `app/not-found.tsx` loads, every page loads.
 */
export default async function MissingPageNotFound() {
  if (!(await currentPerson())) return <PlainNotFound />;
  return (
    <ConsoleLayout>
      <PageNotFound />
    </ConsoleLayout>
  );
}
