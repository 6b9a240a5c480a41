import { upTo } from './bulk-numbers.ts'

const HOURS = 14 * 24
const DAYS = 366 - 14
const MONTHS = 120

/** The member with ten years of statistics. */
export const COUNTED_MEMBER = `(SELECT max(id) FROM users WHERE nickname_key >= 'crowd ' AND nickname_key < 'crowd!')`

/** SQL that adds ten years of statistics with ten million views, after the job has folded them. */
export const statsRows = (): string[] => [
  `INSERT INTO member_counts (user_id, grain, starts_at, views)
   ${upTo(HOURS + DAYS + MONTHS)}
   SELECT ${COUNTED_MEMBER}, CASE WHEN i <= ${HOURS} THEN 'hour' WHEN i <= ${HOURS + DAYS} THEN 'day' ELSE 'month' END,
     i * 3600000, iif(i <= ${HOURS}, 100, iif(i <= ${HOURS + DAYS}, 2700, 75000)) FROM n`,
]
