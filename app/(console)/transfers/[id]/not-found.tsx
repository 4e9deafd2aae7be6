import { headers } from 'next/headers';
import { TransferCard } from '@/app/(console)/transfers/[id]/transfer-card';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { CoverageText } from '@/components/transfers/coverage-text';
import { UntrustedText } from '@/components/values/untrusted-text';
import { PATH_HEADER, routes } from '@/lib/http/routes';
import type { Explanation } from '@/lib/http/problems';
import { TheService } from '@/lib/text/service-name';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readCoverage } from '@/lib/server/mirror/coverage';

/** The page of an ID that neither the mirror nor the service has. */
export default async function TransferNotFound() {
  const [reader, requestHeaders] = await Promise.all([requirePage('readTransfers'), headers()]);
  const coverage = await readCoverage(reader);
  const id = idIn(requestHeaders.get(PATH_HEADER) ?? '');
  return (
    <TransferCard title="Transfer">
      <ReadFailureNotice look="warn" explanation={explainNotFound()}>
        <p>
          Transfer ID:{' '}
          <code className="font-mono">
            <UntrustedText text={id} limit={200} />
          </code>
        </p>
        <p>
          The console’s copy does not have this transfer either (<CoverageText coverage={coverage} />
          ).
        </p>
      </ReadFailureNotice>
    </TransferCard>
  );
}

function explainNotFound(): Explanation {
  return {
    title: 'Transfer not found',
    detail: `${TheService()} was checked just now and has no transfer with this ID.`,
    next: 'Check the ID, or search for the reference.',
  };
}

// Next gives a not-found page no parameters.
function idIn(path: string): string {
  const segment = path.replace(`${routes.transfers}/`, '').replace(/\?.*$/s, '');
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
