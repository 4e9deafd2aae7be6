// Loaded into a console's process (NODE_OPTIONS): its wall clock is off by so many minutes. The monotonic clock, as on a
// real machine, is not.
const offMs = Number(process.env.FAULTS_CLOCK_OFF_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offMs);
    else super(...given);
  }
  // Next copies the members of Date itself, and not those that it inherits.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;
  static now() {
    return RealDate.now() + offMs;
  }
};
