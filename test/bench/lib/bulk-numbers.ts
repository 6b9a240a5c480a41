/** Far in the future, because the database is reused. */
export const FAR_MS = 4_000_000_000_000

/** The numbers from 1 to a count, as the table `n`. */
export const upTo = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
