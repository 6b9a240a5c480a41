import { describe, expect, it } from 'vitest'
import { CHAPTERS_MAX } from '../../../contract/limits.ts'
import { addPerson, leaveEdits, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf } from '../../support/worker/site.ts'
import { addReplay, postToStream, shownStream } from '../../support/worker/stream-calls.ts'

describe('the chapters of a replay', () => {
  const setChapters = (as: Person, id: number, chapters: object[]) => postToStream(as, 'chapters', { id, chapters })
  const chaptersOf = async (id: number) => (await shownStream(null, id)).chapters

  it('chapters are sorted by time', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    const [line, colours] = [
      { atMs: 0, title: 'Line' },
      { atMs: 30_000, title: 'Colours' },
    ]
    await jsonOf(setChapters(mira, id, [colours, line]))
    expect(await chaptersOf(id)).toEqual([line, colours])
  })

  it('the last one of several chapters at a time is kept', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    const [line, lines] = [
      { atMs: 0, title: 'Line' },
      { atMs: 0, title: 'Lines' },
    ]
    await jsonOf(setChapters(mira, id, [line, lines]))
    expect(await chaptersOf(id)).toEqual([lines])
  })

  it('chapters replace the previous ones', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    await jsonOf(setChapters(mira, id, [{ atMs: 500, title: 'Gone' }]))
    await jsonOf(setChapters(mira, id, [{ atMs: 0, title: 'Lines' }]))
    expect(await chaptersOf(id)).toEqual([{ atMs: 0, title: 'Lines' }])
    await jsonOf(setChapters(mira, id, []))
    expect(await chaptersOf(id)).toEqual([])
  })

  it('a chapter after the end of the replay is refused', async () => {
    const mira = await addPerson()
    const reply = setChapters(mira, await addReplay(mira), [{ atMs: 60_001, title: 'Late' }])
    expect(await errorOf(reply)).toEqual([400, 'bad_request'])
  })

  it('chapters count among the edits of a day', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    const chapters = [{ atMs: 0, title: 'Lines' }]
    await jsonOf(setChapters(mira, id, chapters))
    await leaveEdits(mira, 1)
    await jsonOf(setChapters(mira, id, []))
    expect(await errorOf(setChapters(mira, id, chapters))).toEqual([409, 'edit_limit'])
    expect(await chaptersOf(id)).toEqual([])
  })

  it(`more than ${CHAPTERS_MAX} chapters are refused`, async () => {
    const mira = await addPerson()
    const many = Array.from({ length: CHAPTERS_MAX + 1 }, (_, atMs) => ({ atMs, title: 'x' }))
    expect(await errorOf(setChapters(mira, await addReplay(mira), many))).toEqual([400, 'bad_request'])
  })
})
