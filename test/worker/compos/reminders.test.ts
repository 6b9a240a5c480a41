import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { toWireTime } from '../../../contract/time.ts'
import { dueReminder, reminderAfterMove, remindOfCompos } from '../../../worker/features/compos/reminders.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  addCompo,
  addEntries,
  addEntry,
  addInvite,
  beginBallot,
  closeCompo,
  moveCompo,
  readCompo,
  voteAll,
} from '../../support/worker/compos.ts'
import { addPerson, addVoter, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const HOUR_MS = 3_600_000
const NOW = Date.now()

const remind = (now = Date.now()) => remindOfCompos(openDb(env.DB), now)
const remindersOf = async (as: Person) => {
  const { items } = await requestJson<NotificationList>('/api/v2/notices?category=compos', { as })
  return items.map(({ compo, compoNotice }) => [compo?.id, compoNotice])
}
/** An artist who can vote on two entries besides their own. */
async function addArtist(key: string): Promise<Person> {
  const artist = await addVoter()
  await addEntry(key, artist)
  await addEntries(key, 2)
  return artist
}
const lastHours = (key: string) =>
  env.DB.prepare('UPDATE compos SET ends_at = ?2, voting_ends_at = ?3 WHERE key = ?1')
    .bind(key, Date.now() - 48 * HOUR_MS, Date.now() + 20 * HOUR_MS)
    .run()

describe('the reminder of a compo that is due', () => {
  const times = {
    groupId: null,
    startsAt: NOW - 96 * HOUR_MS,
    endsAt: NOW,
    votingEndsAt: NOW + 72 * HOUR_MS,
    resultAt: null,
  }
  it.each([
    ['not due while the compo takes entries', { ...times, endsAt: NOW + 1 }, null],
    [
      'that of the begin while a compo of a group takes entries',
      { ...times, groupId: 1, startsAt: NOW, endsAt: NOW + 1 },
      'begun',
    ],
    ['not due before a compo of a group begins', { ...times, groupId: 1, startsAt: NOW + 1, endsAt: NOW + 2 }, null],
    ['that of the voting from its first moment on', times, 'voting'],
    [
      'that of the voting until the last day',
      { ...times, votingEndsAt: NOW + 24 * HOUR_MS + 1, endsAt: NOW - HOUR_MS },
      'voting',
    ],
    [
      'that of the end on the last day',
      { ...times, votingEndsAt: NOW + 24 * HOUR_MS, endsAt: NOW - HOUR_MS },
      'ending',
    ],
    ['that of the voting alone if the voting takes a day', { ...times, votingEndsAt: NOW + 24 * HOUR_MS }, 'voting'],
    ['not due while the votes are counted', { ...times, votingEndsAt: NOW }, null],
    ['that of the result once there is one', { ...times, resultAt: NOW }, 'result'],
  ] as const)('the reminder of a compo is %s', (_, compo, due) => {
    expect(dueReminder(compo, NOW)).toBe(due)
  })
})

describe('the last reminder after the times were moved', () => {
  const times = {
    ...{ groupId: null, startsAt: NOW - 96 * HOUR_MS, endsAt: NOW - HOUR_MS },
    ...{ votingEndsAt: NOW + 72 * HOUR_MS, resultAt: null },
  }
  const ofGroup = { ...times, groupId: 1, endsAt: NOW + 1 }
  it.each([
    [
      'reset if the compo takes entries again',
      { ...times, endsAt: NOW + 1 },
      'voting',
      { reminder: null, remindedUpTo: null },
    ],
    [
      'that of the begin if a compo of a group takes entries again',
      ofGroup,
      'voting',
      { reminder: 'begun', remindedUpTo: null },
    ],
    ['unchanged if the begin of a compo of a group is moved', { ...ofGroup, startsAt: NOW + 1 }, 'begun', {}],
    ['that of the voting if the last day has not begun', times, 'ending', { reminder: 'voting', remindedUpTo: null }],
    ['unchanged if the voting has only become shorter', { ...times, votingEndsAt: NOW + HOUR_MS }, 'voting', {}],
    ['unchanged if the voting is over', { ...times, votingEndsAt: NOW }, 'ending', {}],
  ] as const)('after the times were moved the last reminder is %s', (_, moved, reminder, expected) => {
    expect(reminderAfterMove({ ...moved, reminder }, NOW)).toEqual(expected)
  })
})

describe('reminders of compos', () => {
  it('artists are reminded when voting begins, when it ends within a day, and of the result', async () => {
    const key = await addCompo()
    const artist = await addArtist(key)
    await remind()
    expect(await remindersOf(artist)).toEqual([])
    await moveCompo(key, 'voting')
    await env.DB.prepare('UPDATE compos SET voting_ends_at = voting_ends_at + ? WHERE key = ?')
      .bind(48 * HOUR_MS, key)
      .run()
    await remind()
    expect(await remindersOf(artist)).toEqual([[key, 'voting']])
    await lastHours(key)
    await remind()
    await closeCompo(key)
    await remind()
    expect(await remindersOf(artist)).toEqual([
      [key, 'result'],
      [key, 'ending'],
      [key, 'voting'],
    ])
  })

  it('a schedule that is doubled, late or set back reminds once', async () => {
    const key = await addCompo({ state: 'voting' })
    const artist = await addArtist(key)
    await lastHours(key)
    await Promise.all([remind(), remind()])
    await remind(Date.now() - 30 * HOUR_MS)
    await remind()
    expect(await remindersOf(artist)).toEqual([[key, 'ending']])
  })

  it('an artist who has fewer than two entries of others to compare is not reminded of the voting', async () => {
    const key = await addCompo({ state: 'voting' })
    const artist = await addVoter()
    await addEntry(key, artist)
    await addEntries(key, 1)
    await lastHours(key)
    await remind()
    expect(await remindersOf(artist)).toEqual([])
    await closeCompo(key)
    await remind()
    expect(await remindersOf(artist)).toEqual([[key, 'result']])
  })

  it('an artist who joined less than a day ago is not reminded of the end of voting', async () => {
    const key = await addCompo({ state: 'voting' })
    const artist = await addPerson()
    await addEntry(key, artist)
    await addEntries(key, 2)
    await lastHours(key)
    await remind()
    expect(await remindersOf(artist)).toEqual([])
  })

  it('an artist who can vote before the end of the voting is reminded when it begins', async () => {
    const key = await addCompo({ state: 'voting' })
    const artist = await addPerson()
    await addEntry(key, artist)
    await addEntries(key, 2)
    const end = (hours: number) =>
      env.DB.prepare('UPDATE compos SET voting_ends_at = ? WHERE key = ?')
        .bind(Date.now() + hours * HOUR_MS, key)
        .run()
    await end(23)
    await env.DB.prepare('UPDATE compos SET ends_at = ? WHERE key = ?')
      .bind(Date.now() - 1000, key)
      .run()
    await remind()
    expect(await remindersOf(artist)).toEqual([])
    await env.DB.prepare('UPDATE compos SET reminder = NULL WHERE key = ?').bind(key).run()
    await end(25)
    await remind()
    expect(await remindersOf(artist)).toEqual([[key, 'voting']])
  })

  it('mature entries count as entries to compare only for artists who see them', async () => {
    const key = await addCompo({ state: 'voting' })
    const [adult, other] = [await addVoter({ showMature: true }), await addVoter()]
    for (const artist of [adult, other]) await addEntry(key, artist)
    await addEntry(key, await addPerson(), { mature: true })
    await remind()
    expect(await remindersOf(adult)).toEqual([[key, 'ending']])
    expect(await remindersOf(other)).toEqual([])
  })

  it('members are reminded again when staff moved the deadline', async () => {
    const key = await addCompo({ state: 'voting' })
    const artist = await addArtist(key)
    await lastHours(key)
    await remind()
    expect(await remindersOf(artist)).toEqual([[key, 'ending']])
    await jsonOf(sendRequest('/api/v2/notices/read', { as: artist, body: { all: true } }))
    const { compoId } = await readCompo(key)
    const at = (hours: number) => toWireTime(Date.now() + hours * HOUR_MS)
    const times = { startDate: at(-72), endDate: at(-48), endVotingDate: at(72) }
    const fields = { title: 'On the way home', description: '', thumbnail: null, entriesPerMember: 1, group: null }
    const as = await addPerson({ flags: 'a' })
    await jsonOf(
      sendRequest('/api/v2/compo/edit', { as, body: { compoId, key, ...fields, ...times, reason: 'Rain.' } }),
    )
    await remind()
    expect(await remindersOf(artist)).toEqual([[key, 'ending']])
    await remind(Date.now() + 49 * HOUR_MS)
    const { items } = await requestJson<NotificationList>('/api/v2/notices?category=compos', { as: artist })
    expect(items).toMatchObject([{ compoNotice: 'ending', read: false }])
  })

  it('the notice of an invite is deleted once its compo takes no entries', async () => {
    const [key, artist] = [await addCompo(), await addPerson()]
    const sketchId = await addSketch(artist)
    await addInvite(sketchId, key)
    await remind()
    expect(await remindersOf(artist)).toEqual([[key, 'invite']])
    await moveCompo(key, 'voting')
    await remind()
    expect(await remindersOf(artist)).toEqual([])
  })

  it('members beyond the first batch are reminded', async () => {
    const key = await addCompo({ state: 'voting' })
    await addEntries(key, 2)
    const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)'
    await env.DB.batch([
      env.DB.prepare(
        `${numbers} INSERT INTO users (nickname, nickname_key, birth_date, created_at)
          SELECT 'Voter ' || i, 'voter ' || i, '1996-05-03', 1 FROM n`,
      ),
      env.DB.prepare(
        `INSERT INTO compo_ballots (compo_id, voter_id, seed, total, shows_mature, created_at)
          SELECT compos.id, users.id, 1, 2, 0, 1 FROM compos, users WHERE key = ? AND nickname LIKE 'Voter %'`,
      ).bind(key),
    ])
    await remind()
    const reminded = await env.DB.prepare(
      "SELECT count(*) AS n FROM notifications WHERE compo_notice = 'ending' AND compo_id = (SELECT id FROM compos WHERE key = ?)",
    )
      .bind(key)
      .first('n')
    expect(reminded).toBe(1100)
  })

  it('voters with sets left are reminded of the end, and those who judged all of them are not', async () => {
    const key = await addCompo({ state: 'voting' })
    await addEntries(key, 5)
    const [busy, done] = [await addVoter(), await addVoter()]
    await beginBallot(busy, key)
    await voteAll(done, key, ([first = 0]) => first)
    await lastHours(key)
    await remind()
    expect([await remindersOf(busy), await remindersOf(done)]).toEqual([[[key, 'ending']], []])
    await closeCompo(key)
    await remind()
    expect(await remindersOf(done)).toEqual([[key, 'result']])
  })

  it('members who switched the category off get no reminders', async () => {
    const key = await addCompo({ state: 'voting' })
    const artist = await addArtist(key)
    await jsonOf(sendRequest('/api/v2/notices/settings', { as: artist, body: { category: 'compos', on: false } }))
    await remind()
    expect(await remindersOf(artist)).toEqual([])
  })

  it('a mail is queued for members who want one and confirmed an address', async () => {
    const key = await addCompo({ state: 'voting' })
    const email = () => `voter-${crypto.randomUUID()}@people.test`
    const [wants, hasOff] = [await addVoter({ email: email(), emailCompos: true }), await addVoter({ email: email() })]
    for (const artist of [wants, hasOff, await addVoter({ emailCompos: true })]) await addEntry(key, artist)
    await remind()
    await remind()
    const { results } = await env.DB.prepare("SELECT user_id, kind, facts FROM mails WHERE kind = 'compo_ending'").all()
    const facts = JSON.stringify({ title: 'On the way home', path: `/compo/${key}/vote` })
    expect(results).toEqual([{ user_id: wants.id, kind: 'compo_ending', facts }])
  })

  it('a compo whose times are moved again and again repeats a reminder once a day at most', async () => {
    const key = await addCompo({ state: 'voting' })
    const artist = await addVoter({ email: `voter-${crypto.randomUUID()}@people.test`, emailCompos: true })
    await addEntry(key, artist)
    await addEntries(key, 2)
    await lastHours(key)
    await remind()
    await jsonOf(sendRequest('/api/v2/notices/read', { as: artist, body: { all: true } }))
    const remindAgain = async (now: number) => {
      await env.DB.prepare("UPDATE compos SET reminder = 'voting' WHERE key = ?").bind(key).run()
      await remind(now)
    }
    const reminded = async () => ({
      unread: (await requestJson<NotificationList>('/api/v2/notices?category=compos', { as: artist })).items.map(
        ({ read }) => !read,
      ),
      mails: await env.DB.prepare('SELECT count(*) AS n FROM mails WHERE user_id = ?').bind(artist.id).first('n'),
    })
    for (const hours of [1, 2, 3]) await remindAgain(Date.now() + hours * HOUR_MS)
    expect(await reminded()).toEqual({ unread: [false], mails: 1 })
    await env.DB.prepare('UPDATE compos SET voting_ends_at = voting_ends_at + ? WHERE key = ?')
      .bind(24 * HOUR_MS, key)
      .run()
    await remindAgain(Date.now() + 25 * HOUR_MS)
    expect(await reminded()).toEqual({ unread: [true], mails: 2 })
  })

  it('an artist who removed their entry is not reminded', async () => {
    const key = await addCompo()
    const artist = await addPerson()
    const sketchId = await addSketch(artist)
    await jsonOf(sendRequest(`/compo/${key}`, { as: artist, body: { sketchId } }))
    await jsonOf(sendRequest('/api/compoRemoveSketch', { as: artist, body: { which: sketchId } }))
    await moveCompo(key, 'voting')
    await remind()
    expect(await remindersOf(artist)).toEqual([])
  })
})
