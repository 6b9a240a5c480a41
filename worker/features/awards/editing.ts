import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { AwardTimes } from '../../../contract/award-state.ts'
import type { AwardsBody } from '../../../contract/http/awards.ts'
import { AWARD_NOMINEES_STAY_HOURS } from '../../../contract/limits.ts'
import { auditChange } from '../../domain/audit-log/audit-log.ts'
import { awardCategories, awardNominations, awardYears } from '../../domain/awards/schema.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, tryWrite } from '../../lib/result.ts'
import { storedTime } from '../../lib/stored-time.ts'

const HOUR_MS = 3_600_000
const TIMES = ['nominationsStartAt', 'nominationsEndAt', 'votingStartAt', 'votingEndAt']

type Act = { staffId: number; now: number }
type EditFailure =
  | 'bad_dates'
  | 'awards_closed'
  | 'voting_ends_soon'
  | 'awards_exist'
  | 'award_category_used'
  | 'award_category_taken'
  | 'not_found'

/** Error codes of the constraints that an edit can break. Invalid times are null in the database. */
const RULES = {
  award_times: 'bad_dates',
  'award_years.': 'bad_dates',
  'award_categories.': 'award_category_taken',
  'FOREIGN KEY': 'award_category_used',
} as const

/**
 * Opens the awards of a year, or edits them. Fails with `awards_exist` if `isNew` and the year was opened before, and
 * with `not_found` if a category with an id is not one of the year. After the end of voting the times may not change, so
 * that nobody who has seen the votes opens it again, and after the result only the recap may (`awards_closed`). Once
 * there are nominees or voting has begun, new times leave hours to vote (`voting_ends_soon`): nothing undoes a result, and
 * staff who moved the times to remove a nominee would leave members no time to vote again.
 */
export async function editAwards(
  db: Db,
  { year, isNew, recap, categories, reason, ...dates }: AwardsBody,
  { staffId, now }: Act,
): Promise<Result<void, EditFailure>> {
  const [[before], present, nominees] = await db.batch([
    db.select().from(awardYears).where(eq(awardYears.year, year)),
    db
      .select({ id: awardCategories.id, title: awardCategories.title, kind: awardCategories.kind })
      .from(awardCategories)
      .where(eq(awardCategories.year, year))
      .orderBy(asc(awardCategories.position), asc(awardCategories.id)),
    db
      .select({ id: awardNominations.id })
      .from(awardNominations)
      .innerJoin(awardCategories, eq(awardCategories.id, awardNominations.categoryId))
      .where(eq(awardCategories.year, year))
      .limit(1),
  ])
  if (isNew && before) return failure('awards_exist')
  // Invalid times become null, which breaks a constraint of the table.
  const values = {
    nominationsStartAt: storedTime(dates.nominationsStart),
    nominationsEndAt: storedTime(dates.nominationsEnd),
    votingStartAt: storedTime(dates.votingStart),
    votingEndAt: storedTime(dates.votingEnd),
    recap,
  }
  const kindOf = new Map(present.map(({ id, kind }) => [id, kind]))
  if (categories.some(({ id, kind }) => id !== undefined && kindOf.get(id) !== kind)) return failure('not_found')
  const changes = changesOf(before, { ...values, categories: titlesOf(categories) }, titlesOf(present))
  if (before?.resultAt && Object.keys(changes).some((name) => name !== 'recap')) return failure('awards_closed')
  if (before && before.votingEndAt <= now && TIMES.some((name) => name in changes)) return failure('awards_closed')
  const hasBegun = before !== undefined && (before.votingStartAt <= now || nominees.length > 0)
  if (hasBegun && endsSoon(values, before, now)) return failure('voting_ends_soon')
  const target = { userId: null, targetType: 'awards', targetId: year, reason, changes }
  const isOpen = sql`EXISTS (SELECT 1 FROM award_years WHERE year = ${year} AND result_at IS NULL)`
  const saved = await tryWrite(
    batchEach<Statement>(db, [
      before?.resultAt
        ? db.update(awardYears).set({ recap }).where(eq(awardYears.year, year))
        : db
            .insert(awardYears)
            .values({ year, ...values })
            .onConflictDoUpdate({ target: awardYears.year, set: values, setWhere: isNull(awardYears.resultAt) }),
      auditChange(db, { staffId, action: before ? 'awards_edit' : 'awards_open', ...target }, now),
      ...('categories' in changes ? saveCategories(db, { year, categories, isOpen }) : []),
    ]),
    RULES,
  )
  return saved.ok ? DONE : saved
}

type VotingTimes = { votingStartAt: number | null; votingEndAt: number | null }

/**
 * True if new times would leave members few hours to vote: by an end that is moved into the next hours, also to a later
 * time, by a shorter voting, or by a start that has passed and is moved away. Invalid times are null, and left to the
 * rules of the table.
 */
function endsSoon({ votingStartAt: start, votingEndAt: end }: VotingTimes, before: AwardTimes, now: number): boolean {
  if (start === null || end === null) return false
  const hoursMs = AWARD_NOMINEES_STAY_HOURS * HOUR_MS
  const isMovedClose = end !== before.votingEndAt && end < now + hoursMs
  const isMovedAway = before.votingStartAt <= now && start > before.votingStartAt
  return isMovedClose || isMovedAway || end - start < Math.min(before.votingEndAt - before.votingStartAt, hoursMs)
}

const titlesOf = (categories: readonly { id?: number | undefined; title: string; kind: string }[]) =>
  JSON.stringify(categories.map(({ id, title, kind }) => [id ?? null, title, kind]))

function changesOf(
  before: typeof awardYears.$inferSelect | undefined,
  { categories, ...values }: Record<string, number | string | null>,
  categoriesBefore: string,
): Record<string, readonly [unknown, unknown]> {
  const old = { ...before } as Record<string, unknown>
  const changed = Object.entries(values).filter(([name, value]) => old[name] !== value)
  return {
    ...Object.fromEntries(changed.map(([name, value]) => [name, [old[name] ?? null, value] as const])),
    ...(categories !== categoriesBefore && { categories: [categoriesBefore, categories] as const }),
  }
}

type Saved = Pick<AwardsBody, 'year' | 'categories'> & { isOpen: ReturnType<typeof sql> }

/** Makes the statements that remove the categories missing in the edit and save the others in their order. */
function saveCategories(db: Db, { year, categories, isOpen }: Saved): Statement[] {
  const kept = JSON.stringify(categories.flatMap(({ id }) => id ?? []))
  const list = JSON.stringify(categories.map(({ id, title, kind }, position) => [id ?? null, title, kind, position]))
  return [
    db
      .delete(awardCategories)
      .where(
        and(eq(awardCategories.year, year), isOpen, sql`category_id NOT IN (SELECT value FROM json_each(${kept}))`),
      ),
    // Two categories may swap their titles, which are unique.
    statement(
      db,
      sql`UPDATE award_categories SET category_title = char(0) || category_id WHERE award_year = ${year} AND ${isOpen}`,
    ),
    statement(
      db,
      sql`UPDATE award_categories SET category_title = saved.value ->> 1, category_position = saved.value ->> 3
        FROM json_each(${list}) AS saved WHERE category_id = saved.value ->> 0 AND award_year = ${year} AND ${isOpen}`,
    ),
    statement(
      db,
      sql`INSERT INTO award_categories (award_year, category_title, kind, category_position)
        SELECT ${year}, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${list})
        WHERE value ->> 0 IS NULL AND ${isOpen}`,
    ),
  ]
}
