const FRAMES_MAX = 8

/** Log facts of an unexpected error. Messages of the database repeat the values that were written, so they stay out. */
export function errorFacts(error: Error): { reason: string; stack: string } {
  return { reason: reasonOf(error), stack: framesOf(error) }
}

/** The message of D1, R2 or Images, which names columns, rules and codes, never values; else the kind of error. */
function reasonOf(error: Error): string {
  const inner = error.cause instanceof Error ? error.cause : error
  return /^(D1|R2|IMAGES)_|^(put|get|head|list|delete): /.test(inner.message) ? inner.message : inner.name
}

function framesOf(error: Error): string {
  const stack = error.cause instanceof Error ? (error.cause.stack ?? '') : (error.stack ?? '')
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES_MAX)
    .join('\n')
}
