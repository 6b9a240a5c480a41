import { MEMBERS, PROLIFIC, READER } from './members.ts'

/** Number of fans of each member. */
const FANS = 5
/** The reader also follows members up to this one. */
const FOLLOWED_LAST = 40

/** SQL that makes members, from `first` on, fans of each other. */
export const fanRows = (first: number) => `INSERT INTO fans (user_id, fan_id, created_at)
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MEMBERS - 1}),
    step(by) AS (SELECT 1 UNION ALL SELECT by + 1 FROM step WHERE by < ${FANS})
  SELECT ${first} + (i + by) % ${MEMBERS}, ${first} + i, 1700000000000 FROM n, step
  UNION SELECT ${first} + i, ${first + READER}, 1700000000000 FROM n
    WHERE i = ${PROLIFIC} OR (i > ${READER} AND i <= ${FOLLOWED_LAST})
  ON CONFLICT DO NOTHING`

/** SQL that fills the reader's feed with sketches above `base`. */
export const feedRows = (first: number, base: number) => `INSERT INTO feed_sketches (fan_id, sketch_id, artist_id)
  SELECT fans.fan_id, sketches.id, sketches.user_id FROM fans JOIN sketches ON sketches.user_id = fans.user_id
  WHERE fans.fan_id = ${first + READER} AND sketches.listed = 1 AND sketches.id > ${base} ON CONFLICT DO NOTHING`
