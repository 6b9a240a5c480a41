import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ENTRIES_OF_SKETCH_WITH_GLOPS_MAX,
  ENTRIES_WITH_GLOPS_MAX,
  GLOPS_FOR_CHALLENGE,
} from '../../../contract/limits.ts'
import { addChallenge, enterChallenge, removeEntry } from '../../support/worker/challenges.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

const DAY_MS = 86_400_000

const glopsOf = ({ id }: Person) =>
  env.DB.prepare("SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = ? AND unit = 'glop'")
    .bind(id)
    .first<number>('coalesce(sum(amount), 0)')

/** Enters a sketch on a day since 1970 (UTC). */
const enterOn = (day: number, challenge: number, sketch: number, { id }: Person) =>
  env.DB.prepare(
    `INSERT INTO challenge_entries (challenge_id, sketch_id, artist_id, entered_at, listed, listed_for_all)
     VALUES (?, ?, ?, ?, 1, 1) ON CONFLICT (sketch_id) DO NOTHING`,
  ).bind(challenge, sketch, id, day * DAY_MS + 1)

const leave = (sketch: number) => env.DB.prepare('DELETE FROM challenge_entries WHERE sketch_id = ?').bind(sketch)

describe('glops of challenge entries', () => {
  it('two entries of an artist in a challenge earn glops, and a third one does not', async () => {
    const mira = await addPerson()
    const challenge = await addChallenge(mira)
    for (const [index, sketch] of (await addSketches(mira, ENTRIES_WITH_GLOPS_MAX + 1)).entries()) {
      await jsonOf(enterChallenge(mira, challenge, sketch))
      expect(await glopsOf(mira)).toBe(Math.min(index + 1, ENTRIES_WITH_GLOPS_MAX) * GLOPS_FOR_CHALLENGE)
    }
  })

  it('entries in a second challenge of the same day earn nothing, and on the next day they do', async () => {
    const mira = await addPerson()
    const [first, second] = [await addChallenge(mira), await addChallenge(mira)]
    const [a = 0, b = 0, c = 0] = await addSketches(mira, 3)
    await enterOn(20_000, first, a, mira).run()
    await enterOn(20_000, second, b, mira).run()
    expect(await glopsOf(mira)).toBe(GLOPS_FOR_CHALLENGE)
    await enterOn(20_001, second, c, mira).run()
    expect(await glopsOf(mira)).toBe(2 * GLOPS_FOR_CHALLENGE)
  })

  it('an entry of another artist earns glops in the same challenge', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const challenge = await addChallenge(mira)
    for (const sketch of await addSketches(mira, ENTRIES_WITH_GLOPS_MAX)) {
      await jsonOf(enterChallenge(mira, challenge, sketch))
    }
    await jsonOf(enterChallenge(ines, challenge, await addSketch(ines)))
    expect(await glopsOf(ines)).toBe(GLOPS_FOR_CHALLENGE)
  })

  it('removing an entry that earned nothing takes nothing back, and no entry earns what another one lost', async () => {
    const mira = await addPerson()
    const challenge = await addChallenge(mira)
    const entries = await addSketches(mira, ENTRIES_WITH_GLOPS_MAX + 2)
    const [first = 0, , third = 0] = entries
    for (const sketch of entries) await jsonOf(enterChallenge(mira, challenge, sketch))
    await jsonOf(removeEntry(mira, third))
    expect(await glopsOf(mira)).toBe(2 * GLOPS_FOR_CHALLENGE)
    await jsonOf(removeEntry(mira, first))
    expect(await glopsOf(mira)).toBe(GLOPS_FOR_CHALLENGE)
  })

  it('a sketch that enters and leaves again and again earns glops five times, and then adds no lines', async () => {
    const mira = await addPerson()
    const [challenge, sketch] = [await addChallenge(mira), await addSketch(mira)]
    const lines = () =>
      env.DB.prepare('SELECT count(*) AS n FROM ledger WHERE sketch_id = ?').bind(sketch).first<number>('n')
    for (let time = 0; time < ENTRIES_OF_SKETCH_WITH_GLOPS_MAX + 3; time++) {
      await jsonOf(enterChallenge(mira, challenge, sketch))
      await jsonOf(removeEntry(mira, sketch))
    }
    expect([await lines(), await glopsOf(mira)]).toEqual([2 * ENTRIES_OF_SKETCH_WITH_GLOPS_MAX, 0])
  })

  it('the glops of any acts are those of the entries that stay, and never more than two entries a day earn', async () => {
    const DAYS = 4
    const [sketchAt, challengeAt] = [fc.nat(5), fc.nat(2)]
    const act = fc.record({ leaves: fc.boolean(), sketchAt, challengeAt, passes: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 24 }), async (acts) => {
        const mira = await addPerson()
        const challenges = [await addChallenge(mira), await addChallenge(mira), await addChallenge(mira)]
        const sketches = await addSketches(mira, 6)
        let day = 20_000
        await env.DB.batch(
          acts
            .map(({ leaves, sketchAt, challengeAt, passes }) => {
              if (passes) day = Math.min(day + 1, 20_000 + DAYS - 1)
              const sketch = sketches[sketchAt] ?? 0
              return leaves ? leave(sketch) : enterOn(day, challenges[challengeAt] ?? 0, sketch, mira)
            })
            .concat(leave(0)),
        )
        const { results } = await env.DB.prepare(
          'SELECT challenge_id AS challenge, earned_day AS day FROM challenge_entries WHERE artist_id = ? AND earned_day IS NOT NULL',
        )
          .bind(mira.id)
          .all<{ challenge: number; day: number }>()
        expect(await glopsOf(mira)).toBe(results.length * GLOPS_FOR_CHALLENGE)
        const ofChallenges = Map.groupBy(results, ({ challenge }) => challenge)
        for (const entries of ofChallenges.values()) expect(entries.length).toBeLessThanOrEqual(ENTRIES_WITH_GLOPS_MAX)
        for (const entries of Map.groupBy(results, (entry) => entry.day).values()) {
          expect(new Set(entries.map(({ challenge }) => challenge)).size).toBe(1)
        }
      }),
      { numRuns: 25 },
    )
  })
})
