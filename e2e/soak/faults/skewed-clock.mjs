// Loaded into a console's process by NODE_OPTIONS: shifts its wall clock. The monotonic clock is unchanged, as on a
// real machine.
const offMs = Number(process.env.FAULTS_CLOCK_OFF_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offMs);
    else super(...given);
  }
  // Next copies Date's own members, not the inherited ones.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;
  static now() {
    return RealDate.now() + offMs;
  }
};
