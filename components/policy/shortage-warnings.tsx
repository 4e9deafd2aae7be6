import { PolicyWarnings } from '@/components/policy/policy-warnings';
import { NOT_ANALYSED, type PolicyAnalysis } from '@/lib/policy/analysis/analysis';
import { type ApprovalSetup, listShortages } from '@/lib/policy/analysis/shortages';

/** Finds, in the browser, the rules by which nobody could approve withdrawals from some profiles, and lists them. */
export function ShortageWarnings({ setup }: { setup: ApprovalSetup | undefined }) {
  return <ShortageList shortages={setup ? listShortages(setup) : []} />;
}

/** Lists what was found when a change was proposed, for people who may change it; says where it was not analysed. */
export function StoredShortages({ analysis }: { analysis: unknown }) {
  const found = analysis as Pick<PolicyAnalysis, 'shortages'> | null;
  return <ShortageList shortages={found ? found.shortages : [NOT_ANALYSED]} />;
}

/** Lists the rules by which nobody could approve withdrawals from some profiles; nothing where there are none. */
export function ShortageList({ shortages }: { shortages: readonly string[] }) {
  return (
    <PolicyWarnings title="Too few approvers" warnings={shortages}>
      <p>A request that nobody can approve is refused. People who have not signed in yet are not counted.</p>
    </PolicyWarnings>
  );
}
