// A process of requesters: makes the requests of each line at once, and prints a line with how they ended.
import { createInterface } from 'node:readline';
import { pool } from '@/lib/server/database/client';
import type { Person } from '@/lib/server/auth/sessions';
import { createAs } from '@/lib/server/requests/creation/create';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

export interface Order {
  person: Person;
  formKey: string;
  form: WithdrawalForm;
}

for await (const line of createInterface({ input: process.stdin })) {
  const orders = JSON.parse(line) as Order[];
  const made = await Promise.all(orders.map(({ person, formKey, form }) => createAs(person, { formKey, form })));
  console.log(JSON.stringify(made.map((outcome) => (outcome.ok ? 'ok' : outcome.error.kind))));
}
await pool().end();
