import { describe, expect, it } from 'vitest'
import { addAwards, addCategory, addNominee, closeYear, setWinner } from '../../../support/worker/awards.ts'
import { addChallenge, enterChallenge } from '../../../support/worker/challenges.ts'
import { addCompo, addEntries, closeCompo, pickEntry } from '../../../support/worker/compos.ts'
import { addPerson } from '../../../support/worker/people.ts'
import { jsonOf, sendRequest } from '../../../support/worker/site.ts'
import { addSketch } from '../../../support/worker/sketches.ts'

/** The markup of a page's first paint, without its styles and data. */
async function markupOf(path: string): Promise<string> {
  const html = await (await sendRequest(path, { headers: { accept: 'text/html' } })).text()
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
}

describe('results of contests in their first paint', () => {
  it('a closed compo shows its first place', async () => {
    const key = await addCompo()
    const [{ sketchId } = { sketchId: 0 }] = await addEntries(key, 3)
    await pickEntry(key, sketchId)
    await closeCompo(key)
    const markup = await markupOf(`/compo/${key}`)
    expect(markup).toContain('>1st place<')
    expect(markup).toMatch(new RegExp(`href="/sketch/\\d+\\?in=compo-${key}"`))
    expect(markup).toMatch(/srcset="\S+\/\d+ \d+w/i)
  })

  it('a closed compo in the order of its entries is left to the application', async () => {
    const key = await addCompo()
    const [{ sketchId } = { sketchId: 0 }] = await addEntries(key, 3)
    await pickEntry(key, sketchId)
    await closeCompo(key)
    expect(await markupOf(`/compo/${key}?sort=recent`)).not.toContain('1st place')
  })

  it('awards show the winner of the first category before its other nominees', async () => {
    const year = await addAwards('nominating')
    const category = await addCategory(year)
    const nominees = [await addNominee(category), await addNominee(category)]
    await closeYear(year)
    const [, winner] = nominees
    await jsonOf(setWinner(await addPerson({ flags: 'm' }), category, winner?.id))
    const links = [...(await markupOf(`/awards/${year}`)).matchAll(/href="\/sketch\/(\d+)"/g)].map(([, id]) =>
      Number(id),
    )
    expect(links).toEqual([winner?.id, nominees[0]?.id])
  })
})

describe('a challenge in its first paint', () => {
  const UPLOAD = 'Upload a new sketch'

  it('the first tile leads to an upload that enters the challenge', async () => {
    const artist = await addPerson()
    const id = await addChallenge(artist)
    await jsonOf(enterChallenge(artist, id, await addSketch(artist)))
    const markup = await markupOf(`/challenge/${id}`)
    expect(markup).toContain(`href="/upload?challenge=${id}"`)
    expect(markup.indexOf(UPLOAD)).toBeLessThan(markup.indexOf(`?in=challenge-${id}`))
  })

  it('without entries there are no tiles', async () => {
    expect(await markupOf(`/challenge/${await addChallenge(await addPerson())}`)).not.toContain(UPLOAD)
  })
})
