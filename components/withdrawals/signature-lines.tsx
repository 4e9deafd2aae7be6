import { clsx } from 'clsx';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { SignatureLine } from '@/lib/requests/signatures/lines';
import { drawStroke, STROKE_BOX } from '@/lib/requests/signatures/stroke';

/** Shows who signed and who is still to sign, a line each. `isProofUsed`: decisions can be signed with a passkey. */
export function SignatureLines({ lines, isProofUsed }: { lines: readonly SignatureLine[]; isProofUsed: boolean }) {
  return (
    <ol aria-label="Signatures" className="grid gap-x-6 gap-y-3">
      {lines.map((line, index) => (
        <li key={index} className="min-w-0 text-label text-dim">
          <div
            aria-hidden
            className={clsx('h-9 border-b', {
              'border-ink': line.state === 'signed',
              'border-bad': line.state === 'rejected',
              'border-line': line.state === 'open',
              'border-b-2 border-accent': line.state === 'own',
            })}
          >
            {'seed' in line ? (
              <Stroke {...line} />
            ) : (
              line.state === 'own' && <span className="inline-block pt-3 text-body text-dim">your signature</span>
            )}
          </div>
          <p className={clsx('mt-1 flex flex-wrap justify-between gap-x-3', line.state === 'own' && 'text-ink')}>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <UntrustedText text={line.label} limit={200} />
            </span>
            {'at' in line && (
              <span>
                <Time iso={line.at} />
                {isProofUsed && (line.isSigned ? ' · passkey' : ' · Not signed')}
              </span>
            )}
          </p>
          {'haste' in line && <p className="text-warn">{line.haste}</p>}
          {'comment' in line && (
            <p className="[overflow-wrap:anywhere]">
              “<UntrustedText text={line.comment ?? ''} limit={300} />”
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Stroke({ seed, isSigned, state }: Extract<SignatureLine, { seed: string }>) {
  return (
    <svg
      viewBox={`0 0 ${STROKE_BOX.width} ${STROKE_BOX.height}`}
      className={clsx('h-full', state === 'rejected' ? 'text-bad' : 'text-ink')}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeDasharray={isSigned ? undefined : '3 3'}
    >
      <path d={drawStroke(seed)} />
    </svg>
  );
}

// Written letters, which fill the line's height: a bow alone looks like the foot of something that is cut.
const HAND = 'M4 9.5C7 8 10 1 8.5 1S6 9 8.5 9.5 13 4.5 14 4.5 13 9 15 9 19 6 22 4';

/** Shows in small how many of the approvals are there: the requester's line, then one for each approval needed. */
export function SignatureSlots({ given, required }: { given: number; required: number }) {
  const said = `${given} of ${required} approved`;
  return (
    <span role="img" aria-label={said} title={said} className="inline-flex shrink-0 gap-1.5 align-middle">
      {Array.from({ length: required + 1 }, (_, index) => {
        const isFilled = index <= given;
        return (
          <svg key={index} viewBox="0 0 26 14" className="h-3.5 w-6.5" fill="none" strokeLinecap="round">
            {isFilled && <path d={HAND} className={index === 0 ? 'stroke-ink' : 'stroke-accent'} strokeWidth={1.4} />}
            <path d="M1 12.5H25" className={isFilled ? 'stroke-ink' : 'stroke-edge'} strokeWidth={isFilled ? 1.6 : 1} />
          </svg>
        );
      })}
    </span>
  );
}
