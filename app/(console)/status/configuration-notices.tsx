import { Notice } from '@/components/ui/notice';
import type { waivedChecks } from '@/lib/server/config/environment';

/** Lists what is wrong with the configuration of the console and what to change; nothing where all is well. */
export function ConfigurationNotices({ waived }: { waived: ReturnType<typeof waivedChecks> }) {
  if (waived.length === 0) return null;
  return (
    <div className="mb-5 space-y-3">
      <Notice look="warn" title="Insecure settings are allowed">
        <ul className="list-disc pl-5">
          {waived.map(({ name, meaning }) => (
            <li key={name}>
              {meaning} (<code className="font-mono">{name}</code>)
            </li>
          ))}
        </ul>
        <p>To end this, correct the settings, take the names out of CONSOLE_INSECURE_WAIVER, and restart.</p>
      </Notice>
    </div>
  );
}
