import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { approve, type FilledForm, submit } from '@/e2e/soak/faults/clicks';
import { Member } from '@/scripts/stack/member';
import type { TestSystem } from '@/e2e/soak/faults/test-system';
import type { AnswerLog } from '@/e2e/soak/faults/answer-log';

const RETRY_MS = 200;

/** A withdrawal form of a run, with the id of its request once there is one. */
export interface RequestedForm extends FilledForm {
  requestId?: string;
}

/** The people of a run, who use the one address of the console. Anyone who gets no answer repeats the same step. */
export class People {
  readonly finance: Member;
  readonly support: Member;
  readonly approvers: readonly [Member, Member];
  #created = 0;

  constructor(
    readonly system: TestSystem,
    public answerLog: AnswerLog,
  ) {
    this.finance = new Member('finance', system.url);
    this.support = new Member('support', system.url);
    this.approvers = [new Member('approver-one', system.url), new Member('approver-two', system.url)];
  }

  async signIn(): Promise<void> {
    for (const member of [this.finance, this.support, ...this.approvers]) {
      const answer = await member.signIn();
      if (!member.isSignedIn)
        throw new Error(`${member.name} failed to sign in: ${answer.status} ${answer.body.slice(0, 200)}`);
    }
  }

  fillIn(): RequestedForm {
    this.#created += 1;
    return {
      formKey: randomUUID(),
      refId: `fault-${this.#created}-${randomUUID()}`,
      value: `1.${String(this.#created).padStart(6, '0')}1`,
    };
  }

  /** Submits a form once, and records the id of its request if there is one. */
  async trySubmit(form: RequestedForm): Promise<boolean> {
    const answer = await this.answerLog.of('submit', () => submit(this.finance, form));
    if (answer?.value?.ok) form.requestId = answer.value.value.requestId;
    return form.requestId !== undefined;
  }

  /** Submits the same form until it is accepted. */
  async submit(form: RequestedForm, until: AbortSignal): Promise<void> {
    while (!(await this.trySubmit(form))) await delay(RETRY_MS, undefined, { signal: until });
  }

  /** Lets both approvers approve in turn, each until there is an answer, while approvals are missing. */
  async approve({ requestId = '' }: RequestedForm, until: AbortSignal): Promise<void> {
    for (const approver of this.approvers) {
      for (;;) {
        until.throwIfAborted();
        const answer = await this.answerLog.of('approve', () => approve(approver, requestId));
        const outcome = answer?.value;
        if (outcome?.ok && outcome.value.state !== 'AWAITING_APPROVAL') return;
        // The other approval may have been enough.
        if (outcome?.ok || (outcome && !outcome.ok && outcome.error.kind === 'not-now')) break;
        await delay(RETRY_MS, undefined, { signal: until });
      }
    }
  }
}
