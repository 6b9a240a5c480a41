import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migratedDatabase } from '../../../../../dev/schema.ts'

const SKETCHES = [1, 2]
const GROUPS = [1, 2]
const RATERS = [2, 3]

type Act =
  | { kind: 'enter' | 'leave'; group: number; sketch: number }
  | { kind: 'rules' | 'piggy'; rater: number; sketch: number }
  | { kind: 'delete'; sketch: number }

const sketch = fc.constantFrom(...SKETCHES)
const group = fc.constantFrom(...GROUPS)
const rater = fc.constantFrom(...RATERS)
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('enter', 'leave'), group, sketch }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('rules', 'piggy'), rater, sketch }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), sketch }) },
  ),
  { maxLength: 60 },
)

const db = migratedDatabase()
db.exec(`
  INSERT INTO users (id, nickname, nickname_key, birth_date, created_at)
    SELECT value, 'member ' || value, 'member ' || value, '2000-01-01', 1 FROM json_each('[1, 2, 3]');
  INSERT INTO sketches (id, user_id, title, description, alt_text, width, height, file_key, image_key, bytes, content_type,
      content_hash, thumbhash, colours, perceptual_hash, created_at)
    SELECT value, 1, '', '', '', 1, 1, value, value, 1, 'image/png', value, '', '[]', '', 1 FROM json_each('${JSON.stringify(SKETCHES)}');
  INSERT INTO groups (id, slug, title, description, user_id, latest_activity_at, created_at)
    SELECT value, value, '', '', 1, 1, 1 FROM json_each('${JSON.stringify(GROUPS)}');`)

function carryOut(act: Act): void {
  switch (act.kind) {
    case 'enter':
      db.prepare(
        `INSERT INTO group_sketches (group_id, sketch_id, slot, artist_id, added_at, listed, listed_for_all)
          SELECT ?1, id, ?1, 1, 1, 1, 1 FROM sketches WHERE id = ?2 ON CONFLICT DO NOTHING`,
      ).run(act.group, act.sketch)
      break
    case 'leave':
      db.prepare('DELETE FROM group_sketches WHERE group_id = ? AND sketch_id = ?').run(act.group, act.sketch)
      break
    case 'rules':
    case 'piggy':
      db.prepare(
        `INSERT INTO ratings (sketch_id, user_id, rating, created_at) SELECT id, ?, ?, 1 FROM sketches WHERE id = ?
          ON CONFLICT DO UPDATE SET rating = excluded.rating`,
      ).run(act.rater, act.kind, act.sketch)
      break
    case 'delete':
      db.prepare('DELETE FROM sketches WHERE id = ?').run(act.sketch)
  }
}

/** The glops that each sketch earned for each group, and in all. A sketch that was deleted has earned nothing. */
const EARNED = `SELECT groups.id AS "group", sketches.id AS sketch,
    (SELECT coalesce(sum(amount), 0) FROM group_ledger
      WHERE unit = 'glop' AND group_id = groups.id AND sketch_id = sketches.id) AS forGroup,
    (SELECT coalesce(sum(amount), 0) FROM ledger WHERE unit = 'glop' AND sketch_id = sketches.id) AS net
  FROM groups CROSS JOIN (SELECT value AS id FROM json_each('${JSON.stringify(SKETCHES)}')) AS sketches`
const WRONG = `SELECT * FROM (${EARNED}) WHERE forGroup < 0 OR forGroup > net
  UNION ALL SELECT id, NULL, glops, NULL FROM groups
  WHERE glops <> (SELECT coalesce(sum(amount), 0) FROM group_ledger WHERE unit = 'glop' AND group_id = groups.id)`

describe('glops of a group', () => {
  it('a group never has more glops than its sketches earned, in any order of acts [decisions: Groups’ figures]', () => {
    fc.assert(
      fc.property(acts, (all) => {
        db.exec('SAVEPOINT begin')
        try {
          for (const act of all) {
            carryOut(act)
            expect(db.prepare(WRONG).all(), JSON.stringify(act)).toEqual([])
          }
        } finally {
          db.exec('ROLLBACK TO begin; RELEASE begin')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('a group has all glops of a sketch that is in it from the beginning', () => {
    fc.assert(
      fc.property(acts, (all) => {
        db.exec('SAVEPOINT begin')
        try {
          carryOut({ kind: 'enter', group: 1, sketch: 1 })
          for (const act of all.filter(({ kind }) => kind !== 'leave' && kind !== 'delete')) carryOut(act)
          const { forGroup, net } =
            db.prepare(`SELECT forGroup, net FROM (${EARNED}) WHERE "group" = 1 AND sketch = 1`).get() ?? {}
          expect(forGroup).toBe(net)
        } finally {
          db.exec('ROLLBACK TO begin; RELEASE begin')
        }
      }),
      { numRuns: 100 },
    )
  })
})
