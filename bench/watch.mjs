// Loaded into the console's process (NODE_OPTIONS): writes how late its event loop is and how much memory it takes.
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const EVERY_MS = 200;

const file = path.join(process.env.BENCH_WATCH, `${process.pid}.json`);
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let mostMemory = 0;

setInterval(() => {
  // Whoever removes the file wants to begin anew.
  if (!existsSync(file)) {
    delays.reset();
    mostMemory = 0;
  }
  const memory = process.memoryUsage.rss();
  mostMemory = Math.max(mostMemory, memory);
  // The timer's own period is no lateness.
  const lateMs = delays.count > 0 ? Math.max(delays.percentile(95) / 1e6 - RESOLUTION_MS, 0) : 0;
  writeFileSync(`${file}.new`, JSON.stringify({ lateMs, memory, mostMemory }));
  renameSync(`${file}.new`, file);
}, EVERY_MS).unref();
