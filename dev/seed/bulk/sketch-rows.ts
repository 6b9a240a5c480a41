import { CO_OP, MEMBERS, POPULAR_TAG, PROLIFIC, READER } from './members.ts'

const ADJECTIVES = ['quiet', 'bright', 'tall', 'wet', 'early', 'slow', 'lost']
const NOUNS = ['harbour', 'fox', 'window', 'bridge', 'lamp', 'garden', 'heron', 'kettle', 'stair', 'cloud']
const PALETTES = [
  ['#0a0b0c', '#f5f5f5', '#7a1f2b'],
  ['#d94f30', '#f2c14e', '#3b3b58'],
  ['#2e5e4e', '#a8c686', '#f7f3e3'],
  ['#1d3557', '#457b9d', '#e63946'],
  ['#6b4226', '#d2b48c', '#fff8e7'],
  ['#5f0f40', '#9a031e', '#fb8b24'],
  ['#8ecae6', '#219ebc', '#023047'],
  ['#b5838d', '#ffcdb2', '#6d6875'],
]
/** The fingerprint of two sketches in a hundred; others are random. */
export const CROWDED_FINGERPRINT = '0123456789abcdef0123456789abcd'

const RARER_TAGS = 300
const HEARTS_MAX = 20

const DAY_MS = 86_400_000
/** Hearts are spread over these days; all hearts of a sketch are on one day. */
const HEART_DAYS = 60
/** Sketches are spread over a year, and features have the time of a month's start. */
const YEAR_MS = 365 * DAY_MS
const MONTH_MS = 30 * DAY_MS

/**
 * The sketches with ids `base + from` to `base + to`, of `count` in all, posted up to `now`. `first` is the id of the
 * first member.
 */
export type RowRange = { base: number; first: number; from: number; to: number; count: number; now: number }

const HEARTS = `CASE WHEN i % 64 = 0 THEN ${HEARTS_MAX} WHEN i % 2 = 0 OR i % 10 = 3 THEN 1 ELSE 0 END`
const heartedAt = (now: number) => `(${now} / ${DAY_MS} * ${DAY_MS} - (i / 10 + i) % ${HEART_DAYS} * ${DAY_MS})`
const numbersFrom = (from: number, to: number) =>
  `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`
const json = (value: unknown) => `'${JSON.stringify(value)}'`

/** SQL that inserts sketches with their hearts, tags and search documents. */
export function sketchRows(range: RowRange): string[] {
  const { base, from, to } = range
  const searchRows = `INSERT INTO sketch_search (rowid, title, description, tags, facets)
    SELECT sketch_id, title, description, tags, facets FROM sketch_documents
    WHERE sketch_id BETWEEN ${base + from} AND ${base + to}`
  return [sketches(range), hearts(range), ...tags(range), searchRows]
}

/**
 * Two percent are unlisted, two percent mature. Most have no heart or one, so that lists by hearts contain many
 * ties.
 */
function sketches({ base, first, from, to, count, now }: RowRange): string {
  const postedAt = `(${now - YEAR_MS} + i * ${YEAR_MS} / ${count})`
  const featured = 'i % 8 = 5'
  const ofCoOp = `i % 10 = ${CO_OP}`
  return `INSERT INTO sketches (id, user_id, title, description, alt_text, width, height, file_key, image_key, bytes,
      content_type, content_hash, thumbhash, colours, perceptual_hash, fingerprint, mature, unlisted, hearts_count, last_hearted_at,
      featured_at, featured_by, coop_id, parent_id, created_at)
    ${numbersFrom(from, to)}
    SELECT ${base} + i, ${first} + iif(i % 10 = 0, ${PROLIFIC}, i % ${MEMBERS}),
      'Sketch ' || i || ' ' || (${json(ADJECTIVES)} ->> (i % ${ADJECTIVES.length})) || ' '
        || (${json(NOUNS)} ->> (i % ${NOUNS.length})),
      '', '', 1200, 700 + i % 9 * 100, 'bulk/' || hex(randomblob(16)), lower(hex(randomblob(20))), 1000, 'image/png',
      lower(hex(randomblob(32))), '', ${json(PALETTES)} -> (i % ${PALETTES.length}), lower(hex(randomblob(8))),
      iif(i % 50 = 4, '${CROWDED_FINGERPRINT}', lower(hex(randomblob(15)))), i % 47 = 13, i % 49 = 7, ${HEARTS}, iif(${HEARTS} > 0, ${heartedAt(now)}, NULL),
      iif(${featured}, ${postedAt} / ${MONTH_MS} * ${MONTH_MS}, NULL), iif(${featured}, ${first + READER}, NULL),
      iif(${ofCoOp}, ${base + CO_OP}, NULL), iif(${ofCoOp} AND i > ${CO_OP}, ${base + CO_OP}, NULL), ${postedAt}
    FROM n`
}

/** Every tenth sketch has a heart of the reader. The other steps avoid the artist and the prolific member. */
function hearts({ base, first, from, to, now }: RowRange): string {
  return `INSERT INTO hearts (sketch_id, user_id, created_at)
    ${numbersFrom(from, to)}, giver(j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM giver WHERE j < ${HEARTS_MAX - 1})
    SELECT ${base} + i, ${first} + iif(i % 10 = 3, ${READER}, (i + 1 + j * 40) % ${MEMBERS}), ${heartedAt(now)}
    FROM n CROSS JOIN giver WHERE j < ${HEARTS}`
}

/** Every fifth sketch has the popular tag, and every sketch has one of many rarer tags. */
function tags({ base, from, to }: RowRange): string[] {
  const tagged = (position: number, name: string, which: string) =>
    `INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position, listed, listed_for_all, hearts_count)
     SELECT sketches.id, tags.id, sketches.user_id, ${position}, listed, listed_for_all, hearts_count FROM sketches
     JOIN tags ON tags.name = ${name} WHERE sketches.id BETWEEN ${base + from} AND ${base + to} AND ${which}`
  const number = `(sketches.id - ${base})`
  return [
    `INSERT INTO tags (name) ${numbersFrom(0, RARER_TAGS - 1)} SELECT '${POPULAR_TAG}' || i FROM n
     UNION ALL SELECT '${POPULAR_TAG}' ON CONFLICT DO NOTHING`,
    tagged(0, `'${POPULAR_TAG}' || (${number} % ${RARER_TAGS})`, 'true'),
    tagged(1, `'${POPULAR_TAG}'`, `${number} % 5 = 0`),
  ]
}

/** SQL that updates the counts which triggers maintain, for sketches above `base`. */
export function countStatements(base: number): string[] {
  return [
    `UPDATE users SET sketches_count = sketches_count + added.listed, hearts_received = hearts_received + added.hearts,
       sketches_for_all_count = sketches_for_all_count + added.for_all,
       stored_bytes = stored_bytes + added.bytes, png_bytes = png_bytes + added.bytes, active_at = max(active_at, added.newest)
     FROM (SELECT user_id, sum(listed) AS listed, sum(listed_for_all) AS for_all, sum(hearts_count) AS hearts,
       sum(bytes) AS bytes, max(created_at) AS newest FROM sketches WHERE id > ${base} GROUP BY user_id) AS added
     WHERE users.id = added.user_id`,
    `UPDATE tags SET sketches_count = sketches_count + added.for_all
     FROM (SELECT tag_id, sum(listed_for_all) AS for_all FROM sketch_tags WHERE sketch_id > ${base} GROUP BY tag_id) AS added
     WHERE tags.id = added.tag_id`,
    `UPDATE totals SET count = count + (SELECT count(*) FROM sketches WHERE id > ${base} AND listed_for_all = 1)
     WHERE name = 'sketches'`,
  ]
}
