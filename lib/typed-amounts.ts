import type { Amount } from '@/lib/amounts';
import { fail, ok, type Result } from '@/lib/result';

// Apart from what computes with amounts, so that a form which only checks them loads no decimal library.

// Bounded before any decimal library sees it: `1e999999999` must not become a gigabyte of digits.
const WRITTEN_AMOUNT = /^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/;

/**
 * Reads an amount that a person typed. Gives it back exactly as typed, so "1.50" stays "1.50".
 * Fails with a sentence saying what was read and what to write instead. Zero is refused.
 */
export function parseAmount(typed: string): Result<Amount, string> {
  const text = typed.trim();
  if (text === '') return fail('Give an amount, for example 1.5.');
  if (WRITTEN_AMOUNT.test(text)) {
    return /[1-9]/.test(text) ? ok(text) : fail('The amount is zero. Give an amount above zero.');
  }
  return fail(explainUnreadable(text));
}

function explainUnreadable(text: string): string {
  if (text.length > 61) return `This has ${text.length} characters. An amount has at most 30 digits on each side of the point.`;
  if (/^[0-9]{1,3}(?:,[0-9]{3})+$/.test(text)) {
    const digits = text.replaceAll(',', '');
    const point = text.indexOf(',') === text.lastIndexOf(',') ? ` or ${text.replace(',', '.')}` : '';
    return `“${text}” can be read as ${digits}${point}. Write the one you mean, with a point for decimals and no commas.`;
  }
  if (/^[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+$/.test(text)) {
    return `“${text}” has commas between thousands. Write ${text.replaceAll(',', '')}.`;
  }
  if (/^[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+$/.test(text)) {
    return `“${text}” has a comma for the decimals. If you mean ${text.replaceAll('.', '').replace(',', '.')}, write that.`;
  }
  if (/^[0-9]+,[0-9]+$/.test(text)) return `“${text}” has a comma. If you mean ${text.replace(',', '.')}, write it with a point.`;
  if (/^[0-9.]+e[+-]?[0-9]+$/i.test(text)) return `“${text}” was read as scientific notation, which is not accepted. Write the number out in full.`;
  if (/^\.[0-9]+$/.test(text)) return `“${text}” starts with a point. Write 0${text}.`;
  if (/^[0-9]+\.$/.test(text)) return `“${text}” ends with a point. Write ${text.slice(0, -1)}, or add the decimals.`;
  if (/^0[0-9]/.test(text)) return `“${text}” starts with a zero. Write ${text.replace(/^0+(?=[0-9])/, '')}.`;
  if (/^[+-]/.test(text)) return `“${text}” has a sign. Amounts are written without one.`;
  if (/^0x/i.test(text)) return `“${text}” was read as a hexadecimal number, which is not accepted. Write it in decimal digits.`;
  if (/\s/.test(text)) return `“${text}” has a space in it. Write the digits without spaces.`;
  // \p{Nd} catches the digits of other scripts, which look right and are not ASCII.
  if (/^[\p{Nd}.]+$/u.test(text) && /[^0-9.]/.test(text)) return 'These digits are not the plain digits 0 to 9. Type the amount again.';
  if ((text.match(/\./g) ?? []).length > 1) return `“${text}” has more than one point. Write one point, before the decimals.`;
  return `“${text}” is not an amount. Write digits with at most one point, for example 1250.75.`;
}
