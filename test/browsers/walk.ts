import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver } from './drivers/driver.ts'
import { JOURNEY } from './journey.ts'
import { Page } from './Page.ts'
import { printResult, RESULTS, type StepResult } from './report.ts'
import type { Journey, Step } from './steps/step.ts'

/** Walks the journey in one browser, with a companion in Chromium. A failed step ends it, as later ones need it. */
export async function walk(
  driver: Driver,
  companionDriver: Driver,
  origin: string,
  isShort: boolean,
): Promise<StepResult[]> {
  const [page, companion] = [new Page(driver, origin), new Page(companionDriver, origin)]
  const journey = { origin, page, companion, nickname: `Ada ${driver.name}`, companionName: `Ben ${driver.name}` }
  const results: StepResult[] = []
  for (const step of JOURNEY) {
    const inShort = typeof step.isShort === 'function' ? await step.isShort(journey) : step.isShort
    if (isShort && !inShort) continue
    const result = await take(step, journey)
    results.push(result)
    printResult(result)
    if (result.fault === null) continue
    await driver.screenshot(join(RESULTS, `${driver.name}.png`)).catch(() => undefined)
    await writeFile(join(RESULTS, `${driver.name}.html`), await page.run(sourceInPage).catch(String))
    await companionDriver.screenshot(join(RESULTS, `${driver.name}-companion.png`)).catch(() => undefined)
    break
  }
  return results
}

async function take({ name, missing, run }: Step, journey: Journey): Promise<StepResult> {
  const started = performance.now()
  const result = { browser: journey.page.driver.name, step: name, missing: (await missing?.(journey)) ?? [] }
  const finish = (fault: string | null): StepResult => ({ ...result, ms: performance.now() - started, fault })
  if (result.missing.length > 0) return finish(null)
  try {
    await run(journey)
  } catch (error) {
    return finish([faultText(error), await journey.page.run(shownInPage).catch(String)].join('\n'))
  }
  const errors = [journey.page, journey.companion].flatMap(({ driver }) => driver.takeErrors())
  return finish(errors.length > 0 ? `errors on the console: ${errors.join('\n')}` : null)
}

function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause ? `${error.stack}\nlast: ${faultText(error.cause)}` : (error.stack ?? error.message)
}

/** Address of the page and the beginning of its text, for logs that outlive the files of a run. */
const shownInPage = () => `${location.pathname} shows: ${document.body.innerText.replace(/\s+/g, ' ').slice(0, 600)}`

/** The document as it is now, and what was loaded. */
const sourceInPage = () =>
  [document.documentElement.outerHTML, JSON.stringify(performance.getEntriesByType('resource'), null, 1)].join('\n')
