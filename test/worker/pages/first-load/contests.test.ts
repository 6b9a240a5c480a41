import { describe, expect, it } from 'vitest'
import { addAwards, addCategory, closeYear } from '../../../support/worker/awards.ts'
import { addCompo, addEntry, closeCompo } from '../../../support/worker/compos.ts'
import { firstPage } from '../../../support/worker/first-page.ts'
import { addPerson } from '../../../support/worker/people.ts'

describe('first loads of compos', () => {
  it('the list of compos comes with its cards', async () => {
    const key = await addCompo()
    const { html, calls } = await firstPage('/compos')
    expect(calls).toEqual(['/api/v2/compo'])
    expect(html).toContain(`href="/compo/${key}"`)
  })

  it('a compo comes with its entries, without the names of their artists [1 §4]', async () => {
    const key = await addCompo()
    const artist = await addPerson()
    const sketchId = await addEntry(key, artist)
    const { html, calls } = await firstPage(`/compo/${key}`)
    expect(calls).toEqual([`/api/v2/compo/info?name=${key}`, `/compo/${key}/1?format=json`])
    expect(html).toContain('<h1>On the way home</h1>')
    expect(html).toContain(`href="/sketch/${sketchId}?in=compo-${key}"`)
    expect(html).not.toContain(artist.nickname)
  })

  it('an artist with an entry gets a page without tiles, because their own entries come first', async () => {
    const key = await addCompo()
    const artist = await addPerson()
    const sketchId = await addEntry(key, artist)
    const { html } = await firstPage(`/compo/${key}`, artist)
    expect(html).toContain('<h1>On the way home</h1>')
    expect(html).not.toContain(`<a href="/sketch/${sketchId}`)
  })

  it('a closed compo comes with its places', async () => {
    const key = await addCompo()
    await addEntry(key, await addPerson())
    await closeCompo(key)
    const { html, calls } = await firstPage(`/compo/${key}`)
    expect(calls).toContain(`/compo/${key}/1?format=json`)
    expect(html).toContain('<h1>On the way home</h1>')
  })

  it('the discussion of a compo comes without its entries', async () => {
    const key = await addCompo()
    expect((await firstPage(`/compo/${key}?tab=discussion`)).calls).toEqual([`/api/v2/compo/info?name=${key}`])
  })

  it('an address that no compo can have gets a page without calls', async () => {
    expect((await firstPage('/compo/Not%20a%20key')).calls).toEqual([])
  })
})

describe('first loads of awards', () => {
  it('the awards of a year come with their categories', async () => {
    const year = await addAwards('voting')
    await addCategory(year)
    const { html, calls } = await firstPage(`/awards/${year}`)
    expect(calls).toEqual([`/api/v2/awards/info?year=${year}`])
    expect(html).toContain(`<h1>Awards ${year}</h1>`)
    expect(html).toMatch(/<h2>Category \d+<\/h2>/)
  })

  it('the latest awards come without a year in the call', async () => {
    const year = await addAwards('voting')
    await closeYear(year)
    const { html, calls } = await firstPage('/awards')
    expect(calls).toEqual(['/api/v2/awards/info'])
    expect(html).toContain(`<h1>Awards ${year}</h1>`)
  })

  it('a preview of votes is not made before the application asks for it', async () => {
    const year = await addAwards('voting')
    const staff = await addPerson({ flags: 'm' })
    const { calls } = await firstPage(`/awards/${year}?vp=1`, staff)
    expect(calls).toEqual(['/api/v2/session', `/api/v2/awards/info?year=${year}`])
  })
})
