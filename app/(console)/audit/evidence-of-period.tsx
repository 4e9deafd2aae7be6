import { Button } from '@/components/ui/button';
import { InputField } from '@/components/ui/field';
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
      <InputField
        id="evidence-from"
        name="from"
        label="First day (UTC)"
        type="date"
        required
        defaultValue={`${today.slice(0, 8)}01`}
      />
      <InputField id="evidence-to" name="to" label="Last day (UTC)" type="date" required defaultValue={today} />
      <Button type="submit">Download evidence</Button>
    </form>
  );
}
