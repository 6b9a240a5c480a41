const FRAMES_MAX = 8

/** Facts of an error for the log. Leaves out messages that may contain values of a query, such as those of drizzle. */
export function errorFacts(error: Error): { reason: string; stack: string } {
  return { reason: reasonOf(error), stack: framesOf(error) }
}

/** Returns the message of an error of D1, R2 or Images, which contains no values, or else the name of the error. */
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
