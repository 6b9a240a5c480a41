import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addPerson, leaveEdits } from '../../support/worker/people.ts'
import { errorOf, jsonOf } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addStream, postToStream, shownStream, startStream } from '../../support/worker/stream-calls.ts'

describe('the details of a stream', () => {
  const fields = { title: 'Colours', description: 'Gouache', mature: false, sketchId: null, challengeId: null }

  it('the artist edits title and description, during and after the stream', async () => {
    const mira = await addPerson()
    const sketchId = await addSketch(mira)
    const id = await startStream(mira)
    await jsonOf(postToStream(mira, 'edit', { id, ...fields, sketchId }))
    expect(await shownStream(null, id)).toMatchObject({
      title: 'Colours',
      description: 'Gouache',
      sketch: { id: sketchId },
    })
    await postToStream(mira, 'end', { id })
    await jsonOf(postToStream(mira, 'edit', { id, ...fields, title: 'Night colours' }))
    expect(await shownStream(null, id)).toMatchObject({ title: 'Night colours', sketch: null })
  })

  it('an edit counts among the edits of a day', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    await jsonOf(postToStream(mira, 'edit', { id, ...fields }))
    await leaveEdits(mira, 1)
    await jsonOf(postToStream(mira, 'edit', { id, ...fields, title: 'Last' }))
    expect(await errorOf(postToStream(mira, 'edit', { id, ...fields, title: 'More' }))).toEqual([409, 'edit_limit'])
    expect(await shownStream(null, id)).toMatchObject({ title: 'Last' })
  })

  it('an edit keeps a linked sketch that was hidden later', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketchId = await addSketch(ines)
    const id = await addStream(mira, { sketchId })
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(sketchId).run()
    expect((await postToStream(mira, 'edit', { id, ...fields, sketchId })).status).toBe(200)
  })

  it('an edit cannot link a hidden sketch', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketchId = await addSketch(ines, { violation: 'copyright' })
    const id = await addStream(mira, { sketchId: await addSketch(ines) })
    expect(await errorOf(postToStream(mira, 'edit', { id, ...fields, sketchId }))).toEqual([404, 'not_found'])
  })
})
