import { readableText } from '@/components/values/untrusted-text';
import { titleCase } from '@/lib/text/title-case';

/** Describes a type of transfer: "Crypto withdrawal". */
export function describeType(type: string | undefined): string {
  return type === undefined ? 'Transfer without a type' : titleCase(readableText(type, 60));
}
