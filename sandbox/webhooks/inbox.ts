/** A webhook that the sandbox received. */
export interface ReceivedWebhook {
  number: number;
  at: string;
  /** Last part of the path that it was posted to. */
  name: string;
  headers: Record<string, string>;
  /** The body as text, which is what was signed. */
  body: string;
}

/** What the receiver does to the next webhooks instead of taking them; a number is the status that it answers. */
export type WebhookFault = 301 | 410 | 429 | 500 | 'hang' | 'endless' | 'close';
export const WEBHOOK_FAULTS: readonly WebhookFault[] = [301, 410, 429, 500, 'hang', 'endless', 'close'];

const KEPT = 2000;

/** Keeps what was posted, newest first. */
export class WebhookInbox {
  readonly #received: ReceivedWebhook[] = [];
  #count = 0;
  #fault: { kind: WebhookFault; name: string | undefined; left: number } | undefined;

  list(): readonly ReceivedWebhook[] {
    return this.#received;
  }

  keep(webhook: Omit<ReceivedWebhook, 'number'>): void {
    this.#count += 1;
    this.#received.unshift({ number: this.#count, ...webhook });
    this.#received.splice(KEPT);
  }

  clear(): void {
    this.#received.length = 0;
    this.#fault = undefined;
  }

  /** Has the next `times` webhooks fail: all of them, or those to one name. */
  fail(kind: WebhookFault, times: number, name?: string): void {
    this.#fault = { kind, name, left: times };
  }

  /** Gives the fault that meets a webhook to a name, and counts it. */
  takeFault(name: string): WebhookFault | undefined {
    const fault = this.#fault;
    if (!fault || fault.left === 0 || (fault.name !== undefined && fault.name !== name)) return undefined;
    fault.left -= 1;
    return fault.kind;
  }
}
