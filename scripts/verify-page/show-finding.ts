// Draws a finding on the page; texts of the file become text nodes, never markup.
import { chunkAddress } from '@/lib/addresses/chunks';
import { groupDigits } from '@/lib/money/format-amount';
import { describeFinding } from '@/lib/proof/evidence/describe-finding';
import type { ShownRequest, ShownSignature } from '@/lib/proof/evidence/describe';
import type { EvidenceFinding } from '@/lib/proof/evidence/verify-evidence';
import { drawStroke, STROKE_BOX } from '@/lib/requests/signatures/stroke';
import { writeMoment } from '@/lib/time/write-day';

type Withdrawal = Extract<EvidenceFinding, { kind: 'withdrawal' }>;

/** Draws a withdrawal with its signature lines, and any other finding in sentences. */
export function showFinding(finding: EvidenceFinding): HTMLElement {
  if (finding.kind === 'withdrawal') return showWithdrawal(finding);
  return showLines(describeFinding(finding), finding.kind === 'refused' ? 'bad' : 'dim');
}

/** Draws sentences, one a paragraph. */
export function showLines(lines: readonly string[], look: 'bad' | 'dim'): HTMLElement {
  return element(
    'div',
    `finding ${look}`,
    ...lines.map((line) => element('p', look === 'dim' ? 'dim' : '', line.trim())),
  );
}

function showWithdrawal({ request, signatures, parts, notes, isApproved }: Withdrawal): HTMLElement {
  const { value, asset, isTotal, reference, address, network } = request;
  const amount = `${groupDigits(value)} ${asset}${isTotal ? ' in total' : ''}`;
  const { prefix, chunks } = chunkAddress(address);
  const pieces = [prefix, ...chunks].filter((piece) => piece !== '');
  const lines = element('ol', 'signatures', ...signatures.map(showSignature));
  lines.setAttribute('aria-label', 'Signatures');
  return element(
    'article',
    '',
    element('div', 'head', element('h2', '', amount), element('p', 'code', reference)),
    element('p', 'address code', ...pieces.map((piece) => element('span', '', piece))),
    element('p', 'dim', isApproved ? `On ${network}` : `On ${network}. Not approved.`),
    lines,
    ...[...parts, ...notes].map((line) => element('p', 'dim', line.trim())),
    element('details', 'dim', element('summary', '', 'What was signed'), ...describeProof(request, signatures)),
  );
}

function describeProof({ id, version, sha256 }: ShownRequest, signatures: readonly ShownSignature[]): HTMLElement[] {
  return [
    `Request ${id}, version ${version}`,
    `SHA-256 of the bytes: ${sha256}`,
    ...signatures.map(
      ({ subject, issuer, number, seed }) => `Entry ${number}: ${subject} of ${issuer}, signature ${seed}`,
    ),
  ].map((text) => element('p', 'code', text));
}

function showSignature({ subject, verb, as, delegator, passkey, issued, seed }: ShownSignature): HTMLElement {
  return element(
    'li',
    '',
    element('div', 'stroke', drawLine(seed)),
    element('b', '', subject),
    ` ${verb} as ${as}${delegator === undefined ? '' : ` for ${delegator}`}`,
    element('p', '', `${writeMoment(issued)}, passkey “${passkey}”`),
  );
}

function drawLine(seed: string): SVGElement {
  const drawing = svg('svg', {
    viewBox: `0 0 ${STROKE_BOX.width} ${STROKE_BOX.height}`,
    'aria-hidden': 'true',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.6',
    'stroke-linecap': 'round',
  });
  drawing.append(svg('path', { d: drawStroke(seed) }));
  return drawing;
}

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

function svg(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
