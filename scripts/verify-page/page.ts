// The script of public/verify.html: reads a chosen file in pieces, verifies it with the console's own verifier, and
// writes what it finds as text. It sends nothing and knows no network.
import { describeFinding, describeVerdict } from '@/lib/proof/evidence/describe-finding';
import { readLines } from '@/lib/proof/evidence/read-lines';
import { verifyEvidence } from '@/lib/proof/evidence/verify-evidence';
import { sha256Hex } from '@/lib/proof/bytes';
import { EXAMPLE } from '@/scripts/verify-page/example';
import { showFinding, showLines } from '@/scripts/verify-page/show-finding';

// A page of more would take a browser longer than the verification.
const MAX_SHOWN = 3_000;

// page.html has them all.
const file = document.querySelector<HTMLInputElement>('#file')!;
const fingerprint = document.querySelector<HTMLInputElement>('#fingerprint')!;
const progress = document.querySelector<HTMLProgressElement>('#progress')!;
const result = document.querySelector<HTMLElement>('#result')!;
const verdict = document.querySelector<HTMLElement>('#verdict')!;
const advice = document.querySelector<HTMLElement>('#advice')!;
const print = document.querySelector<HTMLButtonElement>('#print')!;
const findings = document.querySelector<HTMLElement>('#findings')!;
const stated = document.querySelector<HTMLElement>('#stated')!;
const example = document.querySelector<HTMLElement>('#example')!;
const hint = document.querySelector<HTMLElement>('#file-hint')!;
const statedLines = document.querySelector<HTMLElement>('#stated-lines')!;

/** The number of the newest verification: an older one stops when another file or fingerprint is given. */
let newest = 0;

example.append(showFinding(EXAMPLE));
file.addEventListener('change', () => void verify());
fingerprint.addEventListener('change', () => void verify());
print.addEventListener('click', () => window.print());
// Paper has no folded part.
window.addEventListener('beforeprint', () => {
  for (const folded of findings.querySelectorAll('details')) folded.open = true;
});

async function verify(): Promise<void> {
  const run = (newest += 1);
  const [chosen] = file.files ?? [];
  clear();
  if (!chosen) return;
  example.remove();
  hint.textContent = chosen.name;
  const given = fingerprint.value.replaceAll(/\s/g, '').toLowerCase();
  if (given !== '' && !/^[0-9a-f]{64}$/.test(given))
    return conclude('Not verified. The fingerprint is not one: it has 64 digits from 0 to 9 and a to f.', 'bad');
  progress.hidden = false;
  try {
    const root = given === '' ? await fingerprintIn(chosen) : given;
    await report(chosen, { root, isGiven: given !== '', isCurrent: () => run === newest });
  } catch {
    if (run === newest) conclude('Not verified. The browser could not read this file. Choose it again.', 'bad');
  }
  if (run === newest) progress.hidden = true;
}

interface Run {
  root: string;
  isGiven: boolean;
  isCurrent: () => boolean;
}

async function report(chosen: File, { root, isGiven, isCurrent }: Run): Promise<void> {
  const verification = verifyEvidence(readLines(readPieces(chosen)), root);
  let first: string | undefined;
  let shown = 0;
  for (;;) {
    const next = await verification.next();
    if (!isCurrent()) return;
    if (next.done) {
      if (shown > MAX_SHOWN)
        append(showLines([`${shown - MAX_SHOWN} more findings are not shown on this page.`], 'dim'));
      const { holds } = next.value;
      conclude(
        describeVerdict(next.value, { first, isRootGiven: isGiven }),
        holds ? (isGiven ? 'good' : 'unsure') : 'bad',
      );
      if (holds && !isGiven) advise(WITHOUT_FINGERPRINT);
      return;
    }
    const finding = next.value;
    if (finding.kind === 'refused') first ??= describeFinding(finding).join(' ');
    shown += 1;
    if (finding.kind === 'stated') state(finding.text);
    // A refusal is shown however many findings are before it.
    else if (shown <= MAX_SHOWN || finding.kind === 'refused') append(showFinding(finding));
  }
}

const WITHOUT_FINGERPRINT =
  'You entered no fingerprint, so this says only that the file agrees with the key list in it. Whoever made the file ' +
  'could have made the key list as well: ask the administrators for the fingerprint and enter it above.';

/** Reads a file in pieces, and shows how far it is. */
async function* readPieces(chosen: File): AsyncGenerator<Uint8Array> {
  const reader = chosen.stream().getReader();
  let read = 0;
  for (;;) {
    const piece = await reader.read();
    if (piece.done) return;
    read += piece.value.length;
    progress.value = chosen.size === 0 ? 1 : read / chosen.size;
    yield piece.value;
  }
}

/** Gives the fingerprint of the key list in the file, which is what a file says of itself. */
async function fingerprintIn(chosen: File): Promise<string> {
  for await (const line of readLines(readPieces(chosen))) {
    try {
      const { root } = JSON.parse(line) as { root?: unknown };
      return typeof root === 'string' ? await sha256Hex(root) : '';
    } catch {
      return '';
    }
  }
  return '';
}

function clear(): void {
  findings.replaceChildren();
  findings.hidden = true;
  statedLines.replaceChildren();
  stated.hidden = true;
  print.hidden = true;
  advice.hidden = true;
  verdict.textContent = '';
  result.className = '';
  progress.value = 0;
}

function conclude(text: string, look: 'good' | 'unsure' | 'bad'): void {
  verdict.textContent = text;
  result.className = look;
  print.hidden = findings.hidden;
}

function advise(text: string): void {
  advice.textContent = text;
  advice.hidden = false;
}

function append(finding: HTMLElement): void {
  findings.append(finding);
  findings.hidden = false;
}

function state(text: string): void {
  statedLines.append(...showLines([text], 'dim').children);
  stated.hidden = false;
}
