// Of every test file (vitest.config.ts): a property that names no number of runs is tried as often as FC_RUNS says.
// The same values each time, so that a test that passed passes again; npm run soak draws others (FC_SEED=random).
import fc from 'fast-check';
import { FC_RUNS } from '@/scripts/testing/property-runs';

const { FC_SEED = '1' } = process.env;
fc.configureGlobal({ numRuns: FC_RUNS, ...(FC_SEED !== 'random' && { seed: Number(FC_SEED) }) });
