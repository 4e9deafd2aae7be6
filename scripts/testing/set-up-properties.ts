// Of the unit tests (vitest.config.ts): a property that names no number of runs is tried as often as FC_RUNS says.
import fc from 'fast-check';
import { FC_RUNS } from '@/scripts/testing/property-runs';

fc.configureGlobal({ numRuns: FC_RUNS });
