import 'server-only';
import { EventEmitter } from 'node:events';
import { processWide } from '@/lib/server/process-wide';

/** Rings where there is something to send, so that this process's worker need not wait for its next look. */
export const bell = () => processWide('sends.bell', () => new EventEmitter().setMaxListeners(0));

/** Tells the worker of this process, if it has one, that a send was queued. Others find it at their next look. */
export function wakeSender(): void {
  bell().emit('ring');
}
