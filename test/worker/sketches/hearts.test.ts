import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { HeartReply } from '../../../contract/http/sketches.ts'
import { GLOPS_FOR_HEART, HEARTS_AT_START } from '../../../contract/limits.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const giveHeart = (as: Person | null, which: number) => sendRequest('/heart', { as, body: { action: 'heart', which } })

async function balances(id: number) {
  return env.DB.prepare(
    `SELECT hearts_available AS hearts, glops, hearts_received AS received, hearts_earned AS earned,
      (SELECT sum(amount) FROM ledger WHERE user_id = users.id AND unit = 'heart') AS heartLines,
      (SELECT sum(amount) FROM ledger WHERE user_id = users.id AND unit = 'glop') AS glopLines
    FROM users WHERE id = ?`,
  )
    .bind(id)
    .first<Record<'hearts' | 'glops' | 'received' | 'earned' | 'heartLines' | 'glopLines', number | null>>()
}

describe('hearts [1 §4]', () => {
  it('a heart costs its giver one heart', async () => {
    const mira = await addPerson()
    const left = HEARTS_AT_START - 1
    expect(await (await giveHeart(mira, await addSketch(await addPerson()))).json()).toEqual({
      hearts: 1,
      heartsAvailable: left,
    } satisfies HeartReply)
    expect(await balances(mira.id)).toMatchObject({ hearts: left, heartLines: left })
  })

  it('a heart gives the artist ten glops', async () => {
    const ines = await addPerson()
    await giveHeart(await addPerson(), await addSketch(ines))
    expect(await balances(ines.id)).toMatchObject({ glops: GLOPS_FOR_HEART, glopLines: GLOPS_FOR_HEART, received: 1 })
  })

  it('a heart counts once when it is given several times at once', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    const replies = await Promise.all(Array.from({ length: 8 }, () => giveHeart(mira, sketch)))
    for (const reply of replies) expect(await reply.json()).toEqual({ hearts: 1, heartsAvailable: 4 })
  })

  it('a heart cannot be withdrawn', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    await giveHeart(mira, sketch)
    expect((await sendRequest('/heart', { as: mira, body: { action: 'unheart', which: sketch } })).status).toBe(400)
    expect(await requestJson(`/api/v2/sketch/${sketch}`, { as: mira })).toMatchObject({ hearts: 1, userHeart: true })
  })

  describe('when a member gives more hearts than they have', () => {
    async function giveTooMany() {
      const [mira, ines] = [await addPerson(), await addPerson()]
      const sketches = await Promise.all(Array.from({ length: 8 }, () => addSketch(ines)))
      const replies = await Promise.all(sketches.map((sketch) => giveHeart(mira, sketch)))
      return { mira, ines, replies }
    }

    it('the hearts beyond the balance are refused', async () => {
      const { replies } = await giveTooMany()
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409, 409])
    })

    it('a refused heart changes no balance', async () => {
      const { mira, ines } = await giveTooMany()
      expect(await balances(mira.id)).toMatchObject({ hearts: 0, heartLines: 0 })
      expect(await balances(ines.id)).toMatchObject({ glops: 50, glopLines: 50, received: 5 })
    })
  })

  it('members cannot give a heart to their own sketch', async () => {
    const ines = await addPerson()
    expect(await errorOf(giveHeart(ines, await addSketch(ines)))).toEqual([403, 'own_sketch'])
    expect(await balances(ines.id)).toMatchObject({ hearts: HEARTS_AT_START, glops: 0 })
  })

  it('a heart needs a login and a visible sketch', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    expect(await errorOf(giveHeart(null, await addSketch(ines)))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(giveHeart(mira, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(giveHeart(mira, await addSketch(ines, { mature: true })))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/heart', { as: mira, body: { action: 'heart', which: 'all' } }))).toEqual([
      400,
      'bad_request',
    ])
  })

  async function addHeartsTo(artist: Person, sketches: number[]): Promise<void> {
    for (let fan = 0; fan < 8; fan++) {
      const person = await addPerson()
      for (const sketch of sketches) await giveHeart(person, sketch)
    }
    expect((await balances(artist.id))?.glops).toBe(160)
  }

  it('a member earns a heart for each full 150 glops', async () => {
    const ines = await addPerson()
    await addHeartsTo(ines, await Promise.all([addSketch(ines), addSketch(ines)]))
    expect(await balances(ines.id)).toMatchObject({ glops: 160, hearts: 6, earned: 1, heartLines: 6 })
  })

  it('a member keeps an earned heart when glops are taken back', async () => {
    const ines = await addPerson()
    const sketches = await Promise.all([addSketch(ines), addSketch(ines)])
    await addHeartsTo(ines, sketches)
    await sendRequest(`/api/v2/sketch/${sketches[0]}`, { as: ines, body: { action: 'delete' } })
    expect(await balances(ines.id)).toMatchObject({ glops: 80, glopLines: 80, hearts: 6, received: 8 })
  })

  it('glops that were taken back and earned again earn no second heart', async () => {
    const ines = await addPerson()
    const sketches = await Promise.all([addSketch(ines), addSketch(ines)])
    await addHeartsTo(ines, sketches)
    await sendRequest(`/api/v2/sketch/${sketches[0]}`, { as: ines, body: { action: 'delete' } })
    await addHeartsTo(ines, [await addSketch(ines)])
    expect(await balances(ines.id)).toMatchObject({ glops: 160, hearts: 6, heartLines: 6 })
  })

  it('lines of the ledger cannot be changed or deleted', async () => {
    await addPerson()
    await expect(env.DB.exec('UPDATE ledger SET amount = 99')).rejects.toThrow('ledger_is_append_only')
    await expect(env.DB.exec('DELETE FROM ledger')).rejects.toThrow('ledger_is_append_only')
  })
})
