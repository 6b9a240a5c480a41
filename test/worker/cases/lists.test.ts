import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaseList } from '../../../contract/http/cases.ts'
import {
  addCommentCase,
  addProfileCase,
  addSketchCase,
  appeal,
  decide,
  listAppeals,
  noticesOf,
} from '../../support/worker/cases.ts'
import { addComment } from '../../support/worker/comments.ts'
import { addPost, addTopic } from '../../support/worker/forum.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

let staff: Person
let ines: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  ines = await addRegular()
})

/** Makes all evidence unreadable, so that a list which reads it fails. */
const spoilEvidence = () => env.DB.prepare("UPDATE cases SET evidence = 'spoilt'").run()

const titlesOf = async (kind: string) => {
  const { items } = await requestJson<CaseList>(`/api/v2/gloperate/cases?kind=${kind}`, { as: staff })
  return items.map(({ title }) => title)
}

describe('lists of cases, which do not read the evidence', () => {
  it('the queue shows each thing by its title, text or name', async () => {
    const sketch = await addSketch(ines)
    await addSketchCase(sketch)
    await addCommentCase((await addComment(ines, sketch, 'rude')).id)
    await addProfileCase(ines)
    const { id } = await addPost(ines, await addTopic(ines), { text: 'A dry brush.' })
    await jsonOf(sendRequest('/api/v2/forum/post/report', { as: await addPerson(), body: { id } }))
    await spoilEvidence()
    expect(await titlesOf('sketch')).toEqual(['Low tide'])
    expect(await titlesOf('comment')).toEqual(['rude'])
    expect(await titlesOf('profile')).toEqual([ines.nickname])
    expect(await titlesOf('post')).toEqual(['A dry brush.'])
  })

  it('the queue shows at most 140 characters of a text', async () => {
    const { id } = await addComment(ines, await addSketch(ines), 'x'.repeat(200))
    await addCommentCase(id)
    expect(await titlesOf('comment')).toEqual(expect.arrayContaining(['x'.repeat(140)]))
  })

  it('a sketch without a title is shown as untitled', async () => {
    const sketch = await addSketch(ines, { title: '' })
    await addSketchCase(sketch)
    expect(await titlesOf('sketch')).toContain('Untitled')
  })

  it('appeals and notices show the title of the thing', async () => {
    const id = await addSketchCase(await addSketch(ines))
    await jsonOf(decide(staff, id, { action: 'mature', rule: 'mature' }))
    await jsonOf(appeal(ines, { case: id }))
    await spoilEvidence()
    expect((await listAppeals(await addPerson({ flags: 'm' }))).items).toMatchObject([
      { caseId: id, title: 'Low tide' },
    ])
    expect((await noticesOf(ines))[0]?.staff).toMatchObject({ title: 'Low tide' })
  })
})
