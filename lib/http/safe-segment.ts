// `.` and `..` would lead to other paths, and some gateways decode `%2F`, so that `a/../b` would too.
const UNSAFE = /^\.{0,2}$|[/\\]|\p{Cc}/u;

/** Returns whether a foreign ID is one segment of a path, whatever a gateway on the way decodes. */
export function isSafeSegment(id: string): boolean {
  return id.isWellFormed() && !UNSAFE.test(id);
}
