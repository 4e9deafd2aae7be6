import { PaidBefore } from '@/app/(console)/recipients/paid-before';
import { ProfileNameList } from '@/components/profiles/profile-name';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import type { AdoptionOffer } from '@/lib/recipients/adoption';

interface OfferRowProps {
  index: number;
  offer: AdoptionOffer;
  name: string;
  issue: string | undefined;
  isChosen: boolean;
  /** True where as many are chosen as one proposal holds. */
  isDisabled: boolean;
  onChoose: (isChosen: boolean) => void;
  onName: (name: string) => void;
}

/** Gives the ID of the field for the name of the offer at a place. */
export function nameFieldId(index: number): string {
  return `adopt-name-${index}`;
}

/** One recipient that can be adopted: chosen or not, its name, whole address and payments. */
export function OfferRow({ index, offer, name, issue, isChosen, isDisabled, onChoose, onName }: OfferRowProps) {
  const { network, address, memo, profiles, paid } = offer;
  const fieldId = nameFieldId(index);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 px-3 py-3 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.7fr)_minmax(0,0.9fr)]">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isDisabled}
        onChange={({ target }) => onChoose(target.checked)}
        aria-label={`Add ${name.trim() === '' ? address : name}`}
        className="mt-8 size-4 accent-accent"
      />
      <Field id={fieldId} label="Name" error={issue}>
        <input
          id={fieldId}
          type="text"
          value={name}
          maxLength={80}
          autoComplete="off"
          aria-invalid={issue !== undefined}
          aria-describedby={describedBy(fieldId)}
          onChange={({ target }) => onName(target.value)}
          className={CONTROL}
        />
      </Field>
      <div className="min-w-0 [overflow-wrap:anywhere] max-lg:col-start-2">
        <p className="text-label text-dim">{networkLabel(network)}</p>
        <Address address={address} network={network} />
        {memo !== null && (
          <p className="text-label text-dim">
            Memo <UntrustedText text={memo} />
          </p>
        )}
        {profiles.length > 0 && (
          <p className="text-label text-dim">
            For <ProfileNameList ids={profiles} />
          </p>
        )}
      </div>
      <div className="min-w-0 max-lg:col-start-2 lg:text-right">
        <PaidBefore paid={paid} />
      </div>
    </div>
  );
}
