import 'server-only';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { now } from '@/lib/server/runtime/clock';
import { readReplaceable } from '@/lib/server/standing-orders/propose';
import { readTemplateTitle } from '@/lib/server/templates/templates';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';
import { listDays, type Schedule } from '@/lib/standing-orders/schedule';
import { dayIn } from '@/lib/time/time-zone';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** What the form of a planned payment begins with. */
interface OrderStart {
  from: { template: string } | { request: string } | { order: string };
  form: Pick<WithdrawalForm, 'value' | 'asset' | 'network' | 'destinationAddress' | 'memo' | 'profileId'>;
  title: string;
  /** The dates that are left of the planned payment that the new one replaces. */
  schedule?: Schedule & { timeZone: string };
}

/** Reads what a planned payment begins with, by the parameters of its page; undefined where they name nothing. */
export async function readOrderStart(
  person: Person,
  { template, request, order }: Record<string, string | string[] | undefined>,
): Promise<OrderStart | undefined> {
  if (typeof order === 'string') return readReplaced(person, order);
  if (typeof template === 'string') {
    const start = await readStart({ template });
    const title = (await readTemplateTitle(person, template)) ?? '';
    return typeof start === 'object' ? { from: { template }, form: start.form, title } : undefined;
  }
  if (typeof request !== 'string') return undefined;
  const start = await readStart({ request });
  return typeof start === 'object' ? { from: { request }, form: start.form, title: '' } : undefined;
}

async function readReplaced(person: Person, orderId: string): Promise<OrderStart | undefined> {
  const order = await readReplaceable(database(), person, orderId);
  if (!order) return undefined;
  const { id, form, title, every, timeZone, lastDate, bankDays } = order;
  const today = dayIn(timeZone, now());
  const left = listDays(order).filter(({ date, day }) => date >= today && day >= today);
  const dates = { firstDate: left[0]?.date ?? '', every, lastDate, maxCount: Math.max(1, left.length) };
  const schedule = { ...dates, timeZone, bankDays };
  return { from: { order: id }, form, title, schedule };
}
