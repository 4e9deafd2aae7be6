import type { World } from '@/e2e/soak/protocol/world';

/** One thing that happens: who does what, and the world after it. */
export interface Move {
  by: string;
  does: string;
  world: World;
}
