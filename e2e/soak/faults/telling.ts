import type { Answer } from '@/e2e/soak/faults/staff';
import { explainDenial } from '@/lib/http/denials';

/** Longer than anything in the console is allowed to take (a read of the service: 12 s), and than a person waits. */
const MAX_MS = 21_000;
const SHOWN = 110;

interface Action extends Answer {
  value?: { ok: boolean; error?: { kind: string; reason?: string } } | undefined;
}

/** Keeps what people were told during a fault, and finds answers that tell them nothing. */
export class Telling {
  readonly #told = new Map<string, number>();
  readonly #wrong = new Map<string, number>();
  #longestMs = 0;

  /** One thing that somebody does; gives the answer, or undefined where there was none. */
  async of<Got extends Answer>(what: string, ask: () => Promise<Got>): Promise<Got | undefined> {
    const startedAt = performance.now();
    try {
      const answer = await ask();
      this.#note(what, answer);
      return answer;
    } catch (error) {
      add(
        this.#wrong,
        `${what}: no answer after ${Math.round((performance.now() - startedAt) / 1000)} s (${error instanceof Error ? error.message : String(error)})`,
      );
      return undefined;
    }
  }

  get longestMs(): number {
    return this.#longestMs;
  }

  /** Answers that came too late, not at all, or without a word. */
  get wrong(): string[] {
    return inOrder(this.#wrong);
  }

  /** What was said in place of what was asked for, most often first. */
  lines(): string[] {
    return inOrder(this.#told);
  }

  #note(what: string, answer: Action): void {
    this.#longestMs = Math.max(this.#longestMs, answer.ms);
    if (answer.ms > MAX_MS) add(this.#wrong, `${what}: ${answer.status} only after ${Math.round(answer.ms / 1000)} s`);
    const words = wordsOf(answer);
    if (words === undefined) return;
    if (answer.status >= 400 && words === '') add(this.#wrong, `${what}: a bare ${answer.status}`);
    add(this.#told, `${what}: ${answer.status} ${words.slice(0, SHOWN)}`);
  }
}

function add(counts: Map<string, number>, line: string): void {
  counts.set(line, (counts.get(line) ?? 0) + 1);
}

/** Most often first. */
function inOrder(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([line, times]) => `${line} (${times}×)`);
}

/** What an answer says to people; undefined where it is what was asked for. */
function wordsOf({ status, headers, body, value }: Action): string | undefined {
  if (value && !value.ok)
    return value.error?.kind === 'unavailable'
      ? explainDenial({ kind: 'unavailable' }, '').title
      : (value.error?.reason ?? value.error?.kind ?? '');
  if (status < 400) return undefined;
  const type = String(headers['content-type'] ?? '');
  // An action that failed: the form says that no answer came and where to look (explain-act-failure, submit-error-notice).
  if (type.includes('text/x-component') && /^1:E/m.test(body)) return '[the form says that there was no answer]';
  if (type.includes('json')) return sentenceIn(body);
  // Next shows the error page by script; what stands in the page before that is for whoever has none.
  const text = body
    .replace(/<(script|style|title|head)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '' && body.includes('__next_error__')) return '[error page]';
  return text;
}

function sentenceIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { title?: string; detail?: string } };
    return [error?.title, error?.detail].filter(Boolean).join('. ');
  } catch {
    return '';
  }
}
