import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnStreak } from '../../../contract/http/streak.ts'
import type { Profile } from '../../../contract/http/users.ts'
import { REST_DAYS_MAX, STREAK_OPEN_DAYS, TIME_ZONE_CHANGE_DAYS } from '../../../contract/limits.ts'
import { localDay } from '../../../worker/domain/streaks/local-day.ts'
import { settleStreaks } from '../../../worker/features/challenges/settle.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { addChallenge, enterChallenge, removeEntry } from '../../support/worker/challenges.ts'
import { postComment } from '../../support/worker/comments.ts'
import { addCompo, addEntries, beginBallot, moveCompo, sendVotes, voteOf } from '../../support/worker/compos.ts'
import { addPerson, addVoter, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate, mergeAccounts } from '../../support/worker/staff.ts'

const DAY_MS = 86_400_000
const TODAY = localDay(Date.now(), 'UTC')

const readStreak = (as: Person) => requestJson<OwnStreak>('/api/v2/challenge/streak', { as })
/** The streak on the profile of a member. */
async function shownStreak({ id }: Person, as: Person | null = null) {
  const profile = await requestJson<Profile>(`/api/user/${id}`, { as })
  return profile.hidden ? undefined : profile.streak
}
const reportTimeZone = (as: Person, timeZone: unknown) =>
  sendRequest('/api/v2/user/timeZone', { as, body: { timeZone } })
const saveForm = (as: Person, fields: Parameters<typeof profileFormOf>[1]) =>
  sendRequest('/editProfile', { as, body: profileFormOf(as.nickname, fields) })

/** Enters a new sketch, and moves the entry to an earlier day. */
async function enterOn(artist: Person, day: number): Promise<number> {
  const sketchId = await addSketch(artist)
  await jsonOf(enterChallenge(artist, await addChallenge(artist), sketchId))
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE streak_days SET entries_count = entries_count - 1
        WHERE user_id = ? AND day = (SELECT entered_day FROM challenge_entries WHERE sketch_id = ?)`,
    ).bind(artist.id, sketchId),
    env.DB.prepare('UPDATE challenge_entries SET entered_day = ? WHERE sketch_id = ?').bind(day, sketchId),
    env.DB.prepare(
      `INSERT INTO streak_days (user_id, day, entries_count) VALUES (?, ?, 1)
        ON CONFLICT DO UPDATE SET entries_count = entries_count + 1`,
    ).bind(artist.id, day),
  ])
  return sketchId
}

/** Records that a member helped on a day, as a vote or a comment does. */
const helpOn = (member: Person, day: number) =>
  env.DB.prepare('INSERT INTO streak_days (user_id, day, helped) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET helped = 1')
    .bind(member.id, day)
    .run()

const countDays = ({ id }: Person) =>
  env.DB.prepare('SELECT count(*) AS days FROM streak_days WHERE user_id = ?').bind(id).first<number>('days')

let mira: Person

beforeEach(async () => {
  mira = await addPerson({ timeZone: 'UTC' })
})

describe('streaks in challenges [1 §1]', () => {
  it('a member without entries has no streak, and shows none', async () => {
    expect(await readStreak(mira)).toEqual({ length: 0, longest: 0, restDays: 0, isDoneToday: false })
    expect(await shownStreak(mira)).toBeNull()
  })

  it('entries on days in a row make a streak, and several on one day count once', async () => {
    for (const day of [TODAY - 2, TODAY - 1, TODAY, TODAY]) await enterOn(mira, day)
    expect(await readStreak(mira)).toEqual({ length: 3, longest: 3, restDays: 0, isDoneToday: true })
    expect(await shownStreak(mira)).toEqual({ length: 3, longest: 3 })
  })

  it('a day that is not over cannot be missed', async () => {
    for (const day of [TODAY - 2, TODAY - 1]) await enterOn(mira, day)
    expect(await readStreak(mira)).toMatchObject({ length: 2, isDoneToday: false })
  })

  it('a missed day without a rest day ends a streak, and the longest stays', async () => {
    for (const day of [TODAY - 4, TODAY - 3, TODAY - 1]) await enterOn(mira, day)
    expect(await readStreak(mira)).toMatchObject({ length: 1, longest: 2 })
  })

  it('a saved rest day bridges one missed day', async () => {
    for (const day of [TODAY - 3, TODAY - 1]) await enterOn(mira, day)
    await helpOn(mira, TODAY - 3)
    expect(await readStreak(mira)).toEqual({ length: 2, longest: 2, restDays: 0, isDoneToday: false })
  })

  it('a member saves at most two rest days, one for each week', async () => {
    for (const week of [5, 4, 3, 2]) {
      await helpOn(mira, TODAY - 7 * week)
      await helpOn(mira, TODAY - 7 * week)
    }
    expect(await readStreak(mira)).toMatchObject({ restDays: REST_DAYS_MAX })
  })

  it('a comment on the page of another member earns a rest day, one on an own page does not', async () => {
    await jsonOf(postComment(mira, await addSketch(mira), 'My own.'))
    expect(await readStreak(mira)).toMatchObject({ restDays: 0 })
    for (const text of ['What a line.', 'And the light!'])
      await jsonOf(postComment(mira, await addSketch(await addPerson()), text))
    expect(await readStreak(mira)).toMatchObject({ restDays: 1 })
  })

  it('a vote in a compo earns a rest day, and a refused one does not', async () => {
    const voter = await addVoter({ timeZone: 'UTC' })
    const key = await addCompo()
    await addEntries(key, 6)
    await moveCompo(key, 'voting')
    const { sets } = await beginBallot(voter, key)
    const ids = sets[0]?.sketches.map(({ id }) => id) ?? []
    const vote = voteOf(ids, ids[0] ?? null)
    await moveCompo(key, 'closed')
    expect((await sendVotes(voter, key, { step: 0, votes: [vote] })).status).not.toBe(200)
    expect(await readStreak(voter)).toMatchObject({ restDays: 0 })
    await moveCompo(key, 'voting')
    await jsonOf(sendVotes(voter, key, { step: 0, votes: [vote] }))
    expect(await readStreak(voter)).toMatchObject({ restDays: 1 })
  })

  it('a removed entry takes its day back', async () => {
    await enterOn(mira, TODAY - 1)
    const sketch = await enterOn(mira, TODAY)
    expect(await readStreak(mira)).toMatchObject({ length: 2, isDoneToday: true })
    await jsonOf(removeEntry(mira, sketch))
    expect(await readStreak(mira)).toMatchObject({ length: 1, isDoneToday: false })
  })

  it('a member can hide a streak from others, and still sees it', async () => {
    await enterOn(mira, TODAY)
    await jsonOf(saveForm(mira, { showStreak: false }))
    expect(await shownStreak(mira)).toBeNull()
    expect(await shownStreak(mira, await addPerson())).toBeNull()
    expect(await shownStreak(mira, mira)).toEqual({ length: 1, longest: 1 })
  })

  it('old days are settled, and the streak stays the same', async () => {
    const oldest = TODAY - STREAK_OPEN_DAYS - 20
    for (let day = oldest; day <= TODAY; day += 1)
      if (day !== oldest + 4)
        await env.DB.prepare('INSERT INTO streak_days VALUES (?, ?, 1, 0, 0)').bind(mira.id, day).run()
    await helpOn(mira, oldest)
    const before = await readStreak(mira)
    expect(before).toEqual({
      length: STREAK_OPEN_DAYS + 20,
      longest: STREAK_OPEN_DAYS + 20,
      restDays: 0,
      isDoneToday: true,
    })
    for (let run = 0; run < 2; run += 1) await settleStreaks(openDb(env.DB), Date.now())
    expect(await readStreak(mira)).toEqual(before)
    expect(await countDays(mira)).toBeLessThanOrEqual(STREAK_OPEN_DAYS + 2)
  })

  it('an entry on a settled day changes no streak', async () => {
    await env.DB.prepare('INSERT INTO streaks VALUES (?, ?, 5, 5, 0, 0)').bind(mira.id, TODAY).run()
    const sketch = await addSketch(mira)
    await jsonOf(enterChallenge(mira, await addChallenge(mira), sketch))
    await jsonOf(removeEntry(mira, sketch))
    expect(await countDays(mira)).toBe(0)
  })

  it('merged accounts share their days', async () => {
    const noor = await addPerson({ timeZone: 'UTC' })
    for (const day of [TODAY - 3, TODAY - 1]) await enterOn(mira, day)
    for (const day of [TODAY - 2, TODAY - 1, TODAY]) await enterOn(noor, day)
    await mergeAccounts(mira, noor)
    expect(await readStreak(noor)).toMatchObject({ length: 4, longest: 4 })
  })
})

describe('the time zone of a streak [1 §1]', () => {
  const zoneOf = async ({ id }: Person) =>
    (await env.DB.prepare('SELECT time_zone FROM users WHERE id = ?').bind(id).first<{ time_zone: string | null }>())
      ?.time_zone

  it('the first time zone of a browser is saved, and a later one is not', async () => {
    const noor = await addPerson()
    await jsonOf(reportTimeZone(noor, 'Asia/Tokyo'))
    await jsonOf(reportTimeZone(noor, 'Europe/Paris'))
    expect(await zoneOf(noor)).toBe('Asia/Tokyo')
  })

  it.each(['', '+02:00', 'Mars/Olympus', `A${'b'.repeat(64)}`, null])('%j is no time zone', async (timeZone) => {
    const noor = await addPerson()
    expect(await errorOf(reportTimeZone(noor, timeZone))).toEqual([400, 'bad_request'])
    expect(await zoneOf(noor)).toBeNull()
  })

  it('the browser of staff who impersonate a member saves no time zone', async () => {
    const [staff, noor] = [await addPerson({ flags: 'a' }), await addPerson()]
    await impersonate(staff, noor)
    await jsonOf(reportTimeZone(staff, 'Asia/Tokyo'))
    expect(await zoneOf(noor)).toBeNull()
  })

  it('an entry counts on the day of the member', async () => {
    // Kiritimati is 14 hours before, and Pago Pago 11 hours behind UTC, so that their days always differ.
    const [east, west] = [
      await addPerson({ timeZone: 'Pacific/Kiritimati' }),
      await addPerson({ timeZone: 'Pacific/Pago_Pago' }),
    ]
    for (const artist of [east, west])
      await jsonOf(enterChallenge(artist, await addChallenge(artist), await addSketch(artist)))
    const { results } = await env.DB.prepare('SELECT day FROM streak_days WHERE user_id IN (?, ?) ORDER BY day')
      .bind(east.id, west.id)
      .all<{ day: number }>()
    expect(results).toHaveLength(2)
    expect((results[1]?.day ?? 0) - (results[0]?.day ?? 0)).toBeGreaterThanOrEqual(1)
  })

  it('a change to the east excuses the days that it cuts short', async () => {
    const west = await addPerson({ timeZone: 'Pacific/Pago_Pago' })
    const day = localDay(Date.now(), 'Pacific/Pago_Pago')
    for (const earlier of [day - 2, day - 1]) await enterOn(west, earlier)
    await jsonOf(saveForm(west, { timeZone: 'Pacific/Kiritimati' }))
    expect(await readStreak(west)).toMatchObject({ length: 2, longest: 2 })
  })

  it('the time zone changes once in seven days', async () => {
    await jsonOf(saveForm(mira, { timeZone: 'Asia/Tokyo' }))
    expect(await errorOf(saveForm(mira, { timeZone: 'Europe/Paris' }))).toEqual([409, 'time_zone_limit'])
    expect(await zoneOf(mira)).toBe('Asia/Tokyo')
    await env.DB.prepare('UPDATE users SET time_zone_changed_at = ? WHERE id = ?')
      .bind(Date.now() - TIME_ZONE_CHANGE_DAYS * DAY_MS, mira.id)
      .run()
    await jsonOf(saveForm(mira, { timeZone: 'Europe/Paris' }))
    expect(await zoneOf(mira)).toBe('Europe/Paris')
  })
})
