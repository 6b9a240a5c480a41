import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addThread, postsOf, replyTo, writeMessage } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const sketchSeenBy = async (as: Person, id: number) => (await postsOf(as, id)).items[0]?.sketch

const change = (sketchId: number, column: string, value: unknown) =>
  env.DB.prepare(`UPDATE sketches SET ${column} = ? WHERE id = ?`).bind(value, sketchId).run()

describe('sketches attached to messages', () => {
  it('a member attaches a sketch of their own as a card', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(mira)
    const id = await addThread(mira, ines, { sketch })
    expect(await sketchSeenBy(ines, id)).toMatchObject({ hidden: false, id: sketch, nickname: mira.nickname })
  })

  it('a sketch of another member cannot be attached', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    expect(await errorOf(writeMessage(mira, ines, { sketch }))).toEqual([403, 'forbidden'])
    const id = await addThread(mira, ines)
    await jsonOf(replyTo(ines, id))
    expect(await errorOf(replyTo(mira, id, { sketch }))).toEqual([403, 'forbidden'])
  })

  it.each([
    { column: 'mature', value: 1, others: { hidden: true } },
    { column: 'violation', value: 'copyright', others: { hidden: true } },
    { column: 'unlisted', value: 1, others: { hidden: false } },
  ])('each viewer sees the card as the visibility of the sketch allows: $column', async ({ column, value, others }) => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(mira)
    const id = await addThread(mira, ines, { sketch })
    await change(sketch, column, value)
    expect(await sketchSeenBy(ines, id)).toMatchObject(others)
    expect(await sketchSeenBy(mira, id)).toMatchObject({ hidden: false, id: sketch })
  })

  it('a mature sketch is shown to a recipient who shows mature sketches', async () => {
    const [mira, ines] = [await addPerson(), await addPerson({ showMature: true })]
    const sketch = await addSketch(mira)
    const id = await addThread(mira, ines, { sketch })
    await change(sketch, 'mature', 1)
    expect(await sketchSeenBy(ines, id)).toMatchObject({ hidden: false })
  })

  it('a card of a sketch that belongs to another member stays hidden', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addThread(mira, ines, { sketch: await addSketch(mira) })
    await env.DB.prepare('UPDATE message_posts SET sketch_id = ? WHERE thread_id = ?')
      .bind(await addSketch(await addPerson()), id)
      .run()
    for (const as of [mira, ines]) expect(await sketchSeenBy(as, id)).toEqual({ hidden: true })
  })

  it('a message stays without its card when the sketch is deleted', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(mira)
    const id = await addThread(mira, ines, { sketch })
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: mira, body: { action: 'delete' } }))
    expect((await postsOf(ines, id)).items).toMatchObject([{ text: 'Is it free?', sketch: null }])
  })
})
