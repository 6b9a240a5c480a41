/** Fields of a log line. They must not identify a person: no names, addresses, texts or tokens. */
export type LogFacts = Record<string, string | number | boolean | null | undefined>

/** Writes a log line as JSON. */
export function log(level: 'info' | 'error', event: string, facts: LogFacts): void {
  const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...facts })
  if (level === 'error') console.error(line)
  else console.log(line)
}
