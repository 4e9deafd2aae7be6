import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { approve, type FilledForm, submit } from '@/e2e/soak/faults/clicks';
import { Member } from '@/e2e/soak/faults/staff';
import type { Stage } from '@/e2e/soak/faults/stage';
import type { Telling } from '@/e2e/soak/faults/telling';

const AGAIN_AFTER_MS = 200;

/** A withdrawal that somebody asked for in a run. */
export interface RequestedBy extends FilledForm {
  requestId?: string;
}

/** The people of a run, at the one address that they know. Whoever gets no answer does the same thing again. */
export class People {
  readonly finance: Member;
  readonly support: Member;
  readonly approvers: readonly [Member, Member];
  #made = 0;

  constructor(
    readonly stage: Stage,
    public telling: Telling,
  ) {
    this.finance = new Member('finance', stage.url);
    this.support = new Member('support', stage.url);
    this.approvers = [new Member('approver-one', stage.url), new Member('approver-two', stage.url)];
  }

  async signIn(): Promise<void> {
    for (const member of [this.finance, this.support, ...this.approvers]) {
      const answer = await member.signIn();
      if (!member.isSignedIn)
        throw new Error(`${member.name} could not sign in: ${answer.status} ${answer.body.slice(0, 200)}`);
    }
  }

  fillIn(): RequestedBy {
    this.#made += 1;
    return {
      formKey: randomUUID(),
      refId: `fault-${this.#made}-${randomUUID()}`,
      value: `1.${String(this.#made).padStart(6, '0')}1`,
    };
  }

  /** Submits once. What was said is told; the form remembers its request where there is one. */
  async trySubmit(asked: RequestedBy): Promise<boolean> {
    const answer = await this.telling.of('ask', () => submit(this.finance, asked));
    if (answer?.value?.ok) asked.requestId = answer.value.value.requestId;
    return asked.requestId !== undefined;
  }

  /** Submits the same form until it is taken. */
  async submit(asked: RequestedBy, until: AbortSignal): Promise<void> {
    while (!(await this.trySubmit(asked))) await delay(AGAIN_AFTER_MS, undefined, { signal: until });
  }

  /** Both approvers in turn, each again and again until they are heard, as long as it takes approvals. */
  async approve({ requestId = '' }: RequestedBy, until: AbortSignal): Promise<void> {
    for (const approver of this.approvers) {
      for (;;) {
        until.throwIfAborted();
        const answer = await this.telling.of('approve', () => approve(approver, requestId));
        const outcome = answer?.value;
        if (outcome?.ok && outcome.value.state !== 'AWAITING_APPROVAL') return;
        // The other one may have been enough.
        if (outcome?.ok || (outcome && !outcome.ok && outcome.error.kind === 'not-now')) break;
        await delay(AGAIN_AFTER_MS, undefined, { signal: until });
      }
    }
  }
}
