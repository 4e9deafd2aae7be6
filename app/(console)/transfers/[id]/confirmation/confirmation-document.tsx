import { clsx } from 'clsx';
import { Mark } from '@/components/ui/mark';
import { UntrustedText } from '@/components/values/untrusted-text';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { Confirmation, ConfirmationLine } from '@/lib/transfers/confirmation';

/** A payment confirmation as one sheet: on screen, and without the page around it on paper. */
export function ConfirmationDocument({ confirmation }: { confirmation: Confirmation }) {
  const { title, desk, notices, lines, checked, made } = confirmation;
  const main = lines.find(({ isMain }) => isMain);
  const facts = lines.filter((line) => line !== main);
  return (
    <article className="rounded-panel border border-line bg-panel p-5 sm:p-8 print:border-0 print:p-0">
      {desk !== undefined && (
        <header data-letterhead className="mb-6 flex justify-between gap-4">
          <address className="min-w-0 text-label text-dim not-italic">
            <span className="block text-heading font-semibold text-ink">{desk.name}</span>
            {desk.address.map((line, index) => (
              <span key={index} className="block">
                {line}
              </span>
            ))}
          </address>
          <Mark />
        </header>
      )}
      <h1 className="text-title font-semibold [overflow-wrap:anywhere]">{title}</h1>
      {notices.map((notice) => (
        <p key={notice} className="mt-3 border border-edge px-3 py-2 font-medium">
          {notice}
        </p>
      ))}
      {main && (
        <p className="mt-4">
          <span className="block text-label text-dim">{main.label}</span>
          <span className="text-display font-semibold [overflow-wrap:anywhere]">
            <UntrustedText text={main.value} />
          </span>
        </p>
      )}
      <dl className="mt-4">
        {facts.map((line) => (
          <div
            key={line.label}
            className="grid gap-x-4 border-b border-line py-1.5 sm:grid-cols-[9.5rem_minmax(0,1fr)] print:break-inside-avoid print:grid-cols-[9.5rem_minmax(0,1fr)]"
          >
            <dt className="text-dim">{line.label}</dt>
            <dd className={clsx('[overflow-wrap:anywhere]', line.isCode && 'font-mono')}>
              <Value line={line} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-body text-dim">{checked}</p>
      {made !== undefined && <p className="text-body text-dim">{made}</p>}
    </article>
  );
}

function Value({ line: { value, chunks, link } }: { line: ConfirmationLine }) {
  // Only styles space the chunks, so that selecting and copying gives the plain address.
  if (chunks)
    return (
      <bdi dir="ltr">
        {chunks.map((chunk, index) => (
          <span key={index} className="mr-1.5 inline-block max-w-full">
            {revealHiddenCharacters(chunk)}
          </span>
        ))}
      </bdi>
    );
  if (link === undefined) return <UntrustedText text={value} />;
  return (
    <a href={link} target="_blank" rel="noreferrer noopener" className="text-accent underline">
      <UntrustedText text={value} />
    </a>
  );
}
