import type { Answer } from '@/scripts/stack/member';
import { explainDenial } from '@/lib/http/denials';

/** Longer than anything in the console may take (a read of the service: 12 s) and than a person waits. */
const MAX_MS = 21_000;
const MAX_SHOWN_CHARACTERS = 110;

interface Action extends Answer {
  value?: { ok: boolean; error?: { kind: string; reason?: string } } | undefined;
}

/** Records the messages that people get during a fault, and finds answers without an explanation. */
export class AnswerLog {
  readonly #messages = new Map<string, number>();
  readonly #problems = new Map<string, number>();
  #longestMs = 0;

  /** Performs one step of a person; returns the answer, or undefined if there was none. */
  async of<Got extends Answer>(name: string, ask: () => Promise<Got>): Promise<Got | undefined> {
    const startedAt = performance.now();
    try {
      const answer = await ask();
      this.#note(name, answer);
      return answer;
    } catch (error) {
      const waitedS = Math.round((performance.now() - startedAt) / 1000);
      const cause = error instanceof Error ? error.message : String(error);
      add(this.#problems, `${name}: no answer after ${waitedS} s (${cause})`);
      return undefined;
    }
  }

  get longestMs(): number {
    return this.#longestMs;
  }

  /** Answers that came too late, not at all, or without an explanation. */
  get problems(): string[] {
    return sortByCount(this.#problems);
  }

  /** Returns the messages that people got instead of an answer, most frequent first. */
  lines(): string[] {
    return sortByCount(this.#messages);
  }

  #note(name: string, answer: Action): void {
    this.#longestMs = Math.max(this.#longestMs, answer.ms);
    if (answer.ms > MAX_MS)
      add(this.#problems, `${name}: ${answer.status} only after ${Math.round(answer.ms / 1000)} s`);
    const message = readMessage(answer);
    if (message === undefined) return;
    if (answer.status >= 400 && message === '') add(this.#problems, `${name}: a bare ${answer.status}`);
    add(this.#messages, `${name}: ${answer.status} ${message.slice(0, MAX_SHOWN_CHARACTERS)}`);
  }
}

function add(counts: Map<string, number>, line: string): void {
  counts.set(line, (counts.get(line) ?? 0) + 1);
}

/** Sorts by frequency, most frequent first. */
function sortByCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([line, times]) => `${line} (${times}×)`);
}

/** Returns the message of an answer to people, or undefined for a successful answer. */
function readMessage({ status, headers, body, value }: Action): string | undefined {
  if (value && !value.ok)
    return value.error?.kind === 'unavailable'
      ? explainDenial({ kind: 'unavailable' }, '').title
      : (value.error?.reason ?? value.error?.kind ?? '');
  if (status < 400) return undefined;
  const type = String(headers['content-type'] ?? '');
  // An action that failed: the form reports that no answer came and where to check (explain-act-failure,
  // submit-error-notice).
  if (type.includes('text/x-component') && /^1:E/m.test(body)) return '[the form reports that there was no answer]';
  if (type.includes('json')) return readExplanation(body);
  // Next renders the error page by script; the text in the page is for browsers without scripts.
  const text = body
    .replace(/<(script|style|title|head)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '' && body.includes('__next_error__')) return '[error page]';
  return text;
}

function readExplanation(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { title?: string; detail?: string } };
    return [error?.title, error?.detail].filter(Boolean).join('. ');
  } catch {
    return '';
  }
}
