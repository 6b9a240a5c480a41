import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addProfileCase, addSketchCase, caseOf, readCase } from '../../support/worker/cases.ts'
import { addChallenge, enterChallenge } from '../../support/worker/challenges.ts'
import { addCompo, addEntry } from '../../support/worker/compos.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addAnnounced, addReplay, addStream } from '../../support/worker/stream-calls.ts'
import { addPicture, addUpload } from '../../support/worker/uploads.ts'

let ines: Person
let staff: Person
beforeEach(async () => {
  ines = await addPerson()
  staff = await addPerson({ flags: 'm' })
})

describe('the pictures of a case', () => {
  it('the picture at the first report is shown after another one replaced it', async () => {
    const { id, imageUrl: reported } = await addPicture(ines)
    const found = await addSketchCase(id)
    expect((await readCase(staff, found)).present).toMatchObject({ imageUrl: reported, frozenUrl: reported })
    const upload = await addUpload(ines, uniqueCopy(pictures.png))
    await jsonOf(sendRequest(`/sketch/${id}/version`, { as: ines, body: { uploadId: upload.id } }))
    const { imageUrl } = await requestJson<{ imageUrl: string }>(`/api/v2/sketch/${id}`)
    expect(imageUrl).not.toBe(reported)
    const { present } = await readCase(staff, found)
    expect(present).toMatchObject({ imageUrl, frozenUrl: expect.stringMatching(/^\/image\//) })
    expect(present?.frozenUrl).not.toBe(imageUrl)
    expect((await sendRequest(`${present?.frozenUrl}/300`, { as: staff })).status).toBe(200)
  })

  it('a rotated picture counts as the reported one, and a picture that is no longer kept is omitted', async () => {
    const sketch = await addSketch(ines)
    const found = await addSketchCase(sketch)
    const change = (column: string, value: string) =>
      env.DB.prepare(`UPDATE sketches SET ${column} = ? WHERE id = ?`).bind(value, sketch).run()
    const imageUrl = `/image/turned-${sketch}`
    await change('image_key', `turned-${sketch}`)
    expect((await readCase(staff, found)).present).toMatchObject({ imageUrl, frozenUrl: imageUrl })
    await change('file_key', `other-${sketch}`)
    expect((await readCase(staff, found)).present).toMatchObject({ imageUrl, frozenUrl: null })
  })

  it('the reported avatar is shown until the member changes it', async () => {
    const setAvatar = (key: string) =>
      env.DB.prepare('UPDATE users SET avatar_key = ? WHERE id = ?').bind(key, ines.id).run()
    await setAvatar(`face-${ines.id}`)
    const found = await addProfileCase(ines)
    expect((await readCase(staff, found)).present).toMatchObject({
      avatarUrl: `/image/face-${ines.id}`,
      coverUrl: null,
    })
    await setAvatar(`other-${ines.id}`)
    expect((await readCase(staff, found)).present?.avatarUrl).toBeNull()
  })
})

describe('the acts that a case offers', () => {
  const actionsFor = async (id: number) => (await readCase(staff, id)).actions

  it('a sketch can only be removed from a challenge or compo that it is in', async () => {
    const challenge = await addChallenge(ines)
    const entry = await addEntry(await addCompo(), ines)
    await jsonOf(enterChallenge(ines, challenge, entry))
    const id = await addSketchCase(entry)
    expect(await actionsFor(id)).toEqual([
      ...['none', 'mature', 'ai', 'violation', 'leave_challenge', 'leave_compo', 'delete', 'warn', 'ban'],
    ])
    expect(await actionsFor(await addSketchCase(await addSketch(ines)))).toEqual([
      ...['none', 'mature', 'ai', 'violation', 'delete', 'warn', 'ban'],
    ])
    const { evidence } = await caseOf('sketch', entry)
    expect(evidence).toMatchObject({ challenge: { id: challenge }, compo: { key: expect.any(String) } })
  })

  it('a mature sketch cannot be marked again, and a case of a deleted one can only be closed', async () => {
    const sketch = await addSketch(ines)
    const id = await addSketchCase(sketch)
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(sketch).run()
    expect(await actionsFor(id)).not.toContain('mature')
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } }))
    expect(await actionsFor(id)).toEqual(['none', 'warn', 'ban'])
  })

  it('a live stream can be ended, an announced one cancelled, and a replay hidden', async () => {
    const caseOfStream = async (stream: number) => {
      await jsonOf(sendRequest('/api/v2/report', { as: await addPerson(), body: { stream } }))
      return (await caseOf('stream', stream)).id
    }
    const live = await caseOfStream(await addStream(ines))
    expect(await actionsFor(live)).toEqual(['none', 'end_stream', 'warn', 'ban'])
    const announced = await caseOfStream(await addAnnounced(ines))
    expect(await actionsFor(announced)).toEqual(['none', 'cancel_stream', 'warn', 'ban'])
    const replay = await caseOfStream(await addReplay(ines))
    expect(await actionsFor(replay)).toEqual(['none', 'hide_replay', 'warn', 'ban'])
  })
})
