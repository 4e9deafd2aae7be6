// Loaded into the console's process by NODE_OPTIONS: writes the event loop delay and the memory use.
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const EVERY_MS = 200;

const file = path.join(process.env.BENCH_WATCH, `${process.pid}.json`);
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let maxMemory = 0;

setInterval(() => {
  // The file was removed to restart the measurement.
  if (!existsSync(file)) {
    delays.reset();
    maxMemory = 0;
  }
  const memory = process.memoryUsage.rss();
  maxMemory = Math.max(maxMemory, memory);
  // The timer's own period does not count as delay.
  const lateMs = delays.count > 0 ? Math.max(delays.percentile(95) / 1e6 - RESOLUTION_MS, 0) : 0;
  writeFileSync(`${file}.new`, JSON.stringify({ lateMs, memory, maxMemory }));
  renameSync(`${file}.new`, file);
}, EVERY_MS).unref();
