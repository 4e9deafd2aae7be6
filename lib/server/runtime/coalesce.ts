import 'server-only';
import { singleton } from '@/lib/server/runtime/singleton';

const underWay = () => singleton('under-way', () => new Map<string, Promise<unknown>>());

/**
 * The answer to a question that is being answered already, or else a new one: a desk whose pages ask the same at the same
 * moment asks the database once. `name` says what is asked, `question` what it hangs on: everything, for whoever asks it.
 */
export function coalesce<Answer>(name: string, question: unknown, ask: () => Promise<Answer>): Promise<Answer> {
  const key = `${name} ${JSON.stringify(question)}`;
  const asked = underWay().get(key) as Promise<Answer> | undefined;
  if (asked) return asked;
  const answer = ask().finally(() => underWay().delete(key));
  underWay().set(key, answer);
  return answer;
}
