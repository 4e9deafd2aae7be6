import { clsx } from 'clsx';
import type { useChecks } from '@/app/(console)/withdrawals/new/_review/use-checks';
import { SimilarAddressChoice } from '@/components/recipients/similar-address-choice';
import { Notice } from '@/components/ui/notice';
import { LimitUses } from '@/components/values/limit-uses';
import { Findings } from '@/components/withdrawals/findings';
import { SimilarRequestList } from '@/components/withdrawals/similar-requests';
import { SignatureSlots } from '@/components/withdrawals/signature-lines';
import type { Network } from '@/lib/networks/network-definition';
import type { PolicyDryRun } from '@/lib/requests/contract';
import type { SimilarRequest } from '@/lib/requests/request-view';
import { listLimitFindings } from '@/lib/risk/limit-findings';
import { listToChoose, type RecipientChecks } from '@/lib/risk/recipient-checks';
import { listForRequester } from '@/lib/risk/requester-findings';
import { listSimilarFindings } from '@/lib/risk/similar-findings';
import { withTextNotes } from '@/lib/risk/text-finding';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { findTextNotes } from '@/lib/withdrawals/text-notes';

interface ChecksAsideProps extends ReturnType<typeof useChecks> {
  form: WithdrawalForm;
  network: Network | undefined;
  place: 'form' | 'review';
  /** Requests that may be the same payment. */
  similar?: readonly SimilarRequest[];
}

/** What a withdrawal needs before it is sent, and what the checks found, by weight. */
export function ChecksAside({ trial, checks, ...rest }: ChecksAsideProps) {
  return (
    <>
      {trial.data && <Needs trial={trial.data} />}
      {checks.isError && (
        <Notice look="warn" title="The recipient could not be checked. The console checks again when you submit." />
      )}
      {checks.data && <Found {...rest} checks={checks.data} limits={trial.data?.limits ?? []} />}
      {checks.isLoading && <p className="text-label text-dim">Checking…</p>}
    </>
  );
}

// Why the rule applies is among the findings, and so is a limit that is passed.
function Needs({ trial: { current, asked, required, limits } }: { trial: PolicyDryRun }) {
  return (
    <div>
      {/* The signatures stay beside the first line, however long the text is. */}
      <div className={clsx('flex items-start gap-x-3', asked === null && 'text-warn')}>
        {required !== null && (
          <span className="flex h-5 items-center">
            <SignatureSlots given={0} required={required} />
          </span>
        )}
        <p className="min-w-0">{asked ?? current}</p>
      </div>
      <LimitUses uses={limits.filter(({ isOver }) => !isOver)} />
    </div>
  );
}

function Found({
  form,
  network,
  place,
  similar = [],
  checks: { address, similarAddresses, card },
  limits,
}: Pick<ChecksAsideProps, 'form' | 'network' | 'place' | 'similar'> &
  Pick<PolicyDryRun, 'limits'> & { checks: RecipientChecks }) {
  const { lines } = withTextNotes(card, findTextNotes(form, network));
  const { profileId } = form;
  return (
    <Findings
      title="Recipient checks"
      lines={[
        ...listLimitFindings(limits.filter(({ isOver }) => isOver)),
        // Beside the form, the choice between the addresses is in the same column, and says what was not checked.
        ...listSimilarFindings({ similarAddresses }).filter(
          ({ state }) => state === 'notice' || (state === 'warn' && place === 'review'),
        ),
        ...listForRequester(lines, { place, address, profileId }),
      ]}
      more={{ repeated: <SimilarRequestList similar={similar} /> }}
    />
  );
}

interface AddressChoiceProps {
  form: WithdrawalForm;
  /** Undefined until they are known. */
  checks: RecipientChecks | undefined;
  /** Takes the address that the requester confirms where similar ones are known. */
  onChoose: (address: string) => void;
}

/** The choice between an address and similar ones; empty where there are none. */
export function AddressChoice({ form, checks, onChoose }: AddressChoiceProps) {
  const address = form.destinationAddress.trim();
  const { similarAddresses = [], address: verdict } = checks ?? {};
  if (similarAddresses === 'unavailable')
    return (
      <Notice look="warn" title="Similar addresses could not be checked">
        <p>Compare the address character by character with the one the recipient gave you.</p>
      </Notice>
    );
  const toChoose = listToChoose(similarAddresses);
  if (toChoose.length === 0) return null;
  return (
    <SimilarAddressChoice
      network={form.network}
      address={address}
      normal={verdict?.state === 'valid' ? verdict.normal : address}
      similarAddresses={toChoose}
      chosen={form.chosenAddress}
      onChoose={onChoose}
    />
  );
}
