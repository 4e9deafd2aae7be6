import { Link } from '@/components/ui/link';
import { PageSection } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import type { FirstStart } from '@/lib/server/people/first-start';

interface Step {
  name: string;
  text: string;
  href?: string;
}

const STEPS: Record<keyof FirstStart, Step> = {
  keyList: {
    name: 'Key list',
    text: 'Two administrators set it up, so that decisions are signed.',
    href: routes.account,
  },
  policy: { name: 'Policy', text: 'The default is in force. Propose your own rules and limits.', href: routes.policy },
  recipients: { name: 'Recipients', text: 'Save those that you pay, or import them.', href: routes.recipients },
  mail: { name: 'Mail', text: 'Set SMTP_URL and NOTIFY_FROM, so that people learn what waits for them.' },
  metricsToken: { name: 'Metrics', text: 'Set METRICS_TOKEN, and let Prometheus send it.' },
  proxyHops: { name: 'Proxies', text: 'Set CONSOLE_PROXY_HOPS where proxies of your own are in front of the console.' },
  travelRule: { name: 'Travel rule', text: 'Set TRAVEL_RULE_FROM_USD where the service needs data about recipients.' },
};

/**
 * Lists what is left to set up after the first start, with what the console cannot see; nothing once the key list, the
 * policy, recipients and mail are set up: what remains is then the operator's choice.
 */
export function FirstStartSteps({ done }: { done: FirstStart }) {
  if (done.keyList && done.policy && done.recipients && done.mail) return null;
  const left = Object.entries(STEPS).filter(([name]) => !done[name as keyof FirstStart]);
  return (
    <PageSection title="To set up" count={left.length + 1}>
      <ul className="space-y-1.5 text-body">
        {left.map(([name, { name: title, text, href }]) => (
          <li key={name}>
            {href === undefined ? (
              <span className="font-medium">{title}</span>
            ) : (
              <Link href={href} className="font-medium underline">
                {title}
              </Link>
            )}{' '}
            <span className="text-dim">{text}</span>
          </li>
        ))}
        <li>
          <span className="font-medium">Backup</span>{' '}
          <span className="text-dim">
            The console cannot see whether there is one. Restore it, and run npm run backup:check (docs/operations.md).
          </span>
        </li>
      </ul>
    </PageSection>
  );
}
