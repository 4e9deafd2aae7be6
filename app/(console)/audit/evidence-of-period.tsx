import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { downloadRoutes } from '@/lib/http/routes';

/** Form that downloads the evidence of a period of whole days in UTC. */
export function EvidenceOfPeriod({ today }: { today: string }) {
  return (
    <form action={downloadRoutes.evidence} className="space-y-2">
      <p className="text-label text-dim">
        One file with everything that was signed. Anyone can check it on{' '}
        <a href={downloadRoutes.verifyPage} className="underline">
          a page that sends nothing
        </a>
        .
      </p>
      <Day name="from" label="First day (UTC)" defaultValue={`${today.slice(0, 8)}01`} />
      <Day name="to" label="Last day (UTC)" defaultValue={today} />
      <Button type="submit">Download evidence</Button>
    </form>
  );
}

function Day({ name, label, defaultValue }: { name: string; label: string; defaultValue: string }) {
  const id = `evidence-${name}`;
  return (
    <Field id={id} label={label}>
      <input id={id} name={name} type="date" required defaultValue={defaultValue} className={CONTROL} />
    </Field>
  );
}
