import type { ReactNode } from 'react';
import { ApprovalsPanel } from '@/app/(console)/withdrawals/[id]/approvals-panel';
import { Attempts } from '@/app/(console)/withdrawals/[id]/attempts';
import { Time } from '@/components/values/time';
import { Findings } from '@/components/withdrawals/findings';
import type { RequestView } from '@/lib/requests/request-view';
import { listSimilarFindings } from '@/lib/risk/similar-findings';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { theService } from '@/lib/text/service-name';

const CODE = 'rounded-control bg-soft p-3 font-mono text-label whitespace-pre-wrap [overflow-wrap:anywhere]';

/** Keeps what a decision seldom needs: who can decide and by which rule, the attempts, the exact bytes, old checks. */
export function RequestRecords({ request }: { request: RequestView }) {
  const { attempts, bundle, bytes, bodySha256, checks, send, version } = request;
  return (
    <div className="divide-y divide-line border-y border-line text-body">
      <Record title="Approvals">
        <ApprovalsPanel request={request} />
      </Record>
      {send && (
        <Record title={attempts.length > 1 ? `Sending (${attempts.length} attempts)` : 'Sending'}>
          <Attempts request={request} />
        </Record>
      )}
      {checks && (
        <Record title="Checks when requested">
          <Findings
            lines={[...listSimilarFindings(checks), ...checks.card.lines]}
            title="Checks when the request was made"
          />
          <p className="text-label text-dim">
            <Time iso={checks.checkedAt} withSeconds />
          </p>
        </Record>
      )}
      <Record title={`Request to ${theService()} (JSON)`}>
        <pre className={CODE}>{revealHiddenCharacters(bytes)}</pre>
        <p className="text-label text-dim [overflow-wrap:anywhere]">
          SHA-256 <span className="font-mono">{bodySha256}</span>, version {version}
        </p>
        {bundle?.kind === 'test-payment' && (
          <p className="text-label text-dim [overflow-wrap:anywhere]">
            A decision covers the test payment and its remainder: SHA-256{' '}
            <span className="font-mono">{bundle.sha256}</span>
          </p>
        )}
      </Record>
    </div>
  );
}

function Record({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="py-2">
      <summary className="text-dim">{title}</summary>
      <div className="mt-2 space-y-3">{children}</div>
    </details>
  );
}
