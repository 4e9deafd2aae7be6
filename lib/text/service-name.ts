const KEY = Symbol.for('countersign.service-name');
const DEFAULT_NAME = 'the service';

interface Holder {
  [KEY]?: string;
}

/**
 * Sets the name of the transfer service for every sentence that this process writes (`TRANSFER_SERVICE_NAME`). Pages
 * carry it to the browser as `data-service-name` of their root element.
 */
export function setServiceName(name: string): void {
  (globalThis as Holder)[KEY] = name;
}

/**
 * Returns the name of the transfer service inside a sentence: "the service", or the configured one, such as "Paxos".
 */
export function theService(): string {
  const inPage = typeof document === 'undefined' ? undefined : document.documentElement.dataset.serviceName;
  return inPage ?? (globalThis as Holder)[KEY] ?? DEFAULT_NAME;
}

/**
 * Returns the name of the transfer service at the start of a sentence: "The service", or the configured name unchanged.
 */
export function TheService(): string {
  const name = theService();
  return name === DEFAULT_NAME ? 'The service' : name;
}
