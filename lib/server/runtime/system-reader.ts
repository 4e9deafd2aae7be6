import 'server-only';
import type { Reader } from '@/lib/identity/reader';

/**
 * Stands for the product itself as the reader: in checks of payments, whose result must not depend on who looks, and in
 * the work of the workers. Never use it for what a person is shown.
 */
export const SYSTEM_READER: Reader = { id: '', name: '', roles: [], visibleProfiles: 'all' };
