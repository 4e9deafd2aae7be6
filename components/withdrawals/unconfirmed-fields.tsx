import { listLabels, type OptionalField } from '@/lib/sends/compare-transfer';
import { joinList } from '@/lib/text/join-list';
import { theService } from '@/lib/text/service-name';

/** Says which fields of a request the service's record leaves out; nothing where it repeats all of them. */
export function UnconfirmedFields({ fields }: { fields: readonly OptionalField[] }) {
  if (fields.length === 0) return null;
  const labels = joinList(listLabels(fields));
  return (
    <p className="mt-3 text-body text-dim">
      {`${labels.charAt(0).toUpperCase()}${labels.slice(1)}`} not confirmed by {theService()}: its record leaves{' '}
      {fields.length === 1 ? 'this field' : 'these fields'} out. The request was sent as approved.
    </p>
  );
}
