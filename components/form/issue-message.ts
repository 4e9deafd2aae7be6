import { type FieldErrors, get } from 'react-hook-form';

/** Gives the message of the issue of a field of a form; undefined for one without an issue. `name` is a path. */
export function issueMessage(errors: FieldErrors, name: string): string | undefined {
  const issue: { message?: string } | undefined = get(errors, name);
  return issue?.message;
}
