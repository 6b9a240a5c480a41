import { DECISION_HOURS } from './cases.ts'
import type { CaseNumbers } from './http/case-numbers.ts'

const DAY_HOURS = 24
const LONGEST_HOURS = 720

/** "November 2026", of yyyymm. */
function monthText(month: number): string {
  const date = new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1))
  return date.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** "within 4 hours", of a step of `DECISION_HOURS`. */
function medianText(hours: number | null): string {
  if (hours === null) return '–'
  if (hours > LONGEST_HOURS) return `over ${LONGEST_HOURS / DAY_HOURS} days`
  const [count, unit] = hours <= DAY_HOURS ? [hours, 'hour'] : [hours / DAY_HOURS, 'day']
  return `within ${count.toLocaleString('en-GB', { style: 'unit', unit, unitDisplay: 'long' })}`
}

/** The cells of a month on the public page. */
export function caseNumbersTexts(numbers: CaseNumbers) {
  const { month, reports, decisions, acted, upheld, overturned, medianHours } = numbers
  const text = (count: number) => count.toLocaleString('en-GB')
  return {
    month: monthText(month),
    reports: text(reports),
    decisions: text(decisions),
    acted: text(acted),
    upheld: text(upheld),
    overturned: text(overturned),
    median: medianText(medianHours),
  }
}

/** The step of `DECISION_HOURS` within which half of the decisions were made; null without one. */
export function medianHoursOf(decisionsByHours: ReadonlyMap<number, number>): number | null {
  const total = [...decisionsByHours.values()].reduce((sum, count) => sum + count, 0)
  let sum = 0
  for (const hours of DECISION_HOURS) {
    sum += decisionsByHours.get(hours) ?? 0
    if (sum > 0 && sum * 2 >= total) return hours
  }
  return null
}
