import { type AwardKind, FIRST_AWARDS_YEAR, LAST_AWARDS_YEAR } from '../../../contract/award-state.ts'
import type { AwardsBody, AwardsInfo } from '../../../contract/http/awards.ts'
import { AWARD_CATEGORIES_MAX, AWARD_CATEGORY_TITLE_MAX } from '../../../contract/limits.ts'
import { wireTimeOf } from '../../lib/date-time-field.ts'
import { awardMessages } from '../../lib/messages/awards.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'
import type { FieldProblem } from '../../ui/FormDialog.tsx'

export const DATES = ['nominationsStart', 'nominationsEnd', 'votingStart', 'votingEnd'] as const

/** Parses the number or address of a sketch or an artist; undefined for anything else. */
export function parseNominee(text: string, kind: AwardKind): number | undefined {
  const place = kind === 'sketch' ? 'sketch' : 'user'
  const number = new RegExp(`^(?:.*/${place}/)?([1-9]\\d{0,14})(?:[/?#].*)?$`).exec(text.trim())?.[1]
  return number ? Number(number) : undefined
}

/** Categories as text, one a line. */
export const categoryLines = (categories: readonly { title: string; kind: AwardKind }[]) =>
  categories.map(({ title, kind }) => `${kind}: ${title}`).join('\n')

export const isAwardsYear = (year: number): boolean =>
  Number.isInteger(year) && year >= FIRST_AWARDS_YEAR && year <= LAST_AWARDS_YEAR

/** Reads the form of a year's awards. Returns the awards, or the first problem. Existing categories keep their ids. */
export function readAwards(form: FormData, before: AwardsInfo | undefined): { awards: AwardsBody } | FieldProblem {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const year = before?.year ?? Number(text('year'))
  if (!isAwardsYear(year)) return { field: 'year', error: awardMessages.yearInvalid }
  const [nominationsStart, nominationsEnd, votingStart, votingEnd] = DATES.map((name) =>
    wireTimeOf(text(name), before?.dates?.[name]),
  )
  if (!nominationsStart || !nominationsEnd || !votingStart || !votingEnd)
    return { field: DATES.find((name) => !text(name)) ?? DATES[0], error: awardMessages.dateMissing }
  if (nominationsEnd <= nominationsStart) return { field: 'nominationsEnd', error: messageOfCode('bad_dates') }
  if (votingStart < nominationsEnd) return { field: 'votingStart', error: messageOfCode('bad_dates') }
  if (votingEnd <= votingStart) return { field: 'votingEnd', error: messageOfCode('bad_dates') }
  const categories = readCategories(text('categories'), before?.categories ?? [])
  if (!categories) return { field: 'categories', error: awardMessages.categoriesInvalid }
  if (categories.length > AWARD_CATEGORIES_MAX) return { field: 'categories', error: awardMessages.tooManyCategories }
  if (categories.some(({ title }) => title.length > AWARD_CATEGORY_TITLE_MAX))
    return { field: 'categories', error: awardMessages.categoryTooLong }
  const dates = { nominationsStart, nominationsEnd, votingStart, votingEnd }
  return {
    awards: { year, isNew: before === undefined, ...dates, recap: text('recap'), categories, reason: text('reason') },
  }
}

/**
 * Parses categories, one per line; null if a line is invalid. A line with the title of an existing category is that
 * category. If the number of lines has not changed, any other line renames the category at the same position.
 */
function readCategories(
  text: string,
  before: readonly { id: number; title: string; kind: AwardKind }[],
): AwardsBody['categories'] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map((line) => /^\s*(sketch|artist)\s*:\s*(\S.*)$/i.exec(line))
  const used = new Set<number>()
  const categories = []
  for (const match of read) {
    if (!match) return null
    categories.push({ kind: match[1]?.toLowerCase() as AwardKind, title: (match[2] ?? '').trim() })
  }
  const same = categories.map(({ kind, title }) => {
    const found = before.find((each) => each.kind === kind && each.title === title && !used.has(each.id))
    if (found) used.add(found.id)
    return found?.id
  })
  return categories.map((category, index) => {
    const atPlace = before[index]
    const renamed = atPlace && atPlace.kind === category.kind && !used.has(atPlace.id) ? atPlace.id : undefined
    const id = same[index] ?? renamed
    return id === undefined ? category : { id, ...category }
  })
}
