/** Facts of a log line: about the work, never about the person (no names, addresses, texts or tokens). */
export type LogFacts = Record<string, string | number | boolean | null | undefined>

export function log(level: 'info' | 'error', event: string, facts: LogFacts): void {
  const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...facts })
  if (level === 'error') console.error(line)
  else console.log(line)
}
