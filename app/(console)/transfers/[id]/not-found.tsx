import { headers } from 'next/headers';
import { TransferCard } from '@/app/(console)/transfers/[id]/transfer-card';
import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
import { CoverageText } from '@/components/transfers/coverage-text';
import { UntrustedText } from '@/components/values/untrusted-text';
import { PATH_HEADER, routes } from '@/lib/http/routes';
import { TheService } from '@/lib/text/service-name';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readCoverage } from '@/lib/server/mirror/coverage';

/** The page of an ID that neither the mirror nor the service has. */
export default async function TransferNotFound() {
  const [reader, requestHeaders] = await Promise.all([requirePage('readTransfers'), headers()]);
  const coverage = await readCoverage(reader);
  const id = idIn(requestHeaders.get(PATH_HEADER) ?? '');
  return (
    <TransferCard title="Transfer not found">
      <p className="font-mono text-body [overflow-wrap:anywhere]">
        <UntrustedText text={id} limit={200} />
      </p>
      <p className="mt-1 max-w-reading text-body text-dim">
        {describeCheck()} The console’s copy does not have this transfer either (<CoverageText coverage={coverage} />
        ).
      </p>
      <form action={routes.transfers} className="mt-4 flex flex-wrap items-end gap-2">
        <InputField
          id="find-transfer"
          type="search"
          name="q"
          label="Find a transfer"
          placeholder="Reference, ID, hash or address"
          className="w-full max-w-80"
        />
        <Button type="submit">Search</Button>
      </form>
    </TransferCard>
  );
}

// Not in the component, since the name of the service is configured at start.
const describeCheck = () => `${TheService()} was checked just now and has no transfer with this ID.`;

// Next gives a not-found page no parameters.
function idIn(path: string): string {
  const segment = path.replace(`${routes.transfers}/`, '').replace(/\?.*$/s, '');
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
