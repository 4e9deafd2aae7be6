import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/values/time';
import type { SignInTimes } from '@/lib/identity/sign-in-time';
import type { SettingDifference } from '@/lib/sends/send-settings';
import type { waivedChecks } from '@/lib/server/config/environment';

interface Findings {
  waived: ReturnType<typeof waivedChecks>;
  signInTimes: SignInTimes | undefined;
  differences: readonly SettingDifference[];
}

/** Lists what is wrong with the configuration of the console and what to change; nothing where all is well. */
export function ConfigurationNotices({ waived, signInTimes, differences }: Findings) {
  return (
    <div className="mb-5 space-y-3 empty:hidden">
      {signInTimes && <SignInsWithoutTime times={signInTimes} />}
      {differences.length > 0 && <DifferingSettings differences={differences} />}
      {waived.length > 0 && <WaivedChecks waived={waived} />}
    </div>
  );
}

function SignInsWithoutTime({ times: { total, withoutTime, lastWithoutTime } }: { times: SignInTimes }) {
  return (
    <Notice look="bad" title="The identity provider does not say when people signed in">
      <p>
        {withoutTime} of {total} sign-ins in the last 24 hours had no time, the last one <Time iso={lastWithoutTime} />.
        These people cannot approve withdrawals or confirm proposals, however often they renew their sign-in. Nothing
        was sent without their approval.
      </p>
      <p>
        Configure the provider to put the claim <code className="font-mono">auth_time</code> into the id token:
        docs/identity-providers.md says how for each product. Then ask these people to sign in again.
      </p>
    </Notice>
  );
}

function DifferingSettings({ differences }: Pick<Findings, 'differences'>) {
  return (
    <Notice look="bad" title="Processes of the console send by different settings">
      <ul className="list-disc pl-5">
        {differences.map(({ name, values }) => (
          <li key={name}>
            <code className="font-mono">{name}</code>:{' '}
            {values.map(({ value, processes }) => `${value} (${processes} of the processes)`).join(', ')}
          </li>
        ))}
      </ul>
      <p>
        One process could look for a withdrawal before another has stopped sending it. Stop sending, start all processes
        with the same settings, then resume sending.
      </p>
    </Notice>
  );
}

function WaivedChecks({ waived }: Pick<Findings, 'waived'>) {
  return (
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
  );
}
