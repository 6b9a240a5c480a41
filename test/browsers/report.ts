import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../dev/settings.ts'

export const RESULTS = join(ROOT, 'test-results/browsers')

/** Result of one step: nothing missing and no fault means that it passed. */
export type StepResult = { browser: string; step: string; ms: number; missing: string[]; fault: string | null }

export function printResult({ browser, step, ms, missing, fault }: StepResult): void {
  const label = browser.padEnd(8)
  const seconds = `${(ms / 1000).toFixed(1)} s`
  if (fault !== null) console.log(`${label} FAILED  ${step}\n${fault.replace(/^/gm, '    ')}`)
  else if (missing.length > 0) console.log(`${label} skipped ${step}: the browser lacks ${missing.join(', ')}`)
  else console.log(`${label} ok      ${step}, ${seconds}`)
}

export async function writeReport(path: string, results: readonly StepResult[]): Promise<void> {
  await writeFile(path, JSON.stringify(results))
}
