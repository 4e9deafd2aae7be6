import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { downloadRoutes } from '@/lib/http/routes';

/** Form that downloads the evidence of a period of whole days in UTC. */
export function EvidenceOfPeriod({ today }: { today: string }) {
  return (
    <Panel title="Evidence">
      <p className="mb-3 max-w-reading text-body">
        One file with everything that was signed about the requests of a period: who decided what over which bytes, with
        which passkey, and what was sent. Anyone can check it without this console, on{' '}
        <a href={downloadRoutes.verifyPage} className="underline">
          a page that sends nothing anywhere
        </a>
        , against the fingerprint of the key list.
      </p>
      <form action={downloadRoutes.evidence} className="flex flex-wrap items-end gap-3">
        <Day name="from" label="First day (UTC)" defaultValue={`${today.slice(0, 8)}01`} />
        <Day name="to" label="Last day (UTC)" defaultValue={today} />
        <Button type="submit">Download evidence</Button>
      </form>
    </Panel>
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
