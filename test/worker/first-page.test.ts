import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SketchList } from '../../contract/http/sketch.ts'
import { addPerson } from '../support/worker/people.ts'
import { ask } from '../support/worker/site.ts'
import { addSketch } from '../support/worker/sketches.ts'

// What is the same for all visitors is kept for five seconds, so every test begins an hour after the last one.
let now = Date.now()
beforeEach(async () => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await env.DB.exec('DELETE FROM sketches')
})
afterEach(() => vi.useRealTimers())

type Page = { pictures: { href: string; alt: string; src: string }[]; list: SketchList | null; elements: string[] }

/** The page as a browser parses it: links with their pictures, the data, and the names of all elements. */
async function parsed(reply: Response): Promise<Page> {
  const page: Page = { pictures: [], list: null, elements: [] }
  let href = ''
  let data = ''
  const rewritten = new HTMLRewriter()
    .on('*', { element: (element) => void page.elements.push(element.tagName) })
    .on('a[href^="/sketch/"]', {
      element(element) {
        href = element.getAttribute('href') ?? ''
      },
    })
    .on('a[href^="/sketch/"] img', {
      element(element) {
        const [alt, src] = ['alt', 'src'].map((name) => unescaped(element.getAttribute(name) ?? ''))
        page.pictures.push({ href, alt: alt ?? '', src: src ?? '' })
      },
    })
    .on('script#first-list', {
      text({ text }) {
        data += text
      },
    })
    .transform(reply)
  await rewritten.text()
  page.list = data ? JSON.parse(data) : null
  return page
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const firstPage = async (path = '/') => parsed(await ask(path, { headers: { accept: 'text/html' } }))

describe.each(['/', '/gallery/recent'])('the page a visitor sees first: %s', (path) => {
  it('goes out with the newest sketches in it, as pictures and as data', async () => {
    const mira = await addPerson()
    const [first, second] = [await addSketch(mira, { altText: 'Mud' }), await addSketch(mira, { altText: 'Gulls' })]
    const { pictures, list } = await firstPage(path)
    expect(pictures).toEqual([
      { href: `/sketch/${second}`, alt: 'Gulls', src: expect.stringMatching(/^\/image\/[0-9a-f]{40}\/\d+$/) },
      { href: `/sketch/${first}`, alt: 'Mud', src: expect.stringMatching(/^\/image\/[0-9a-f]{40}\/\d+$/) },
    ])
    expect(list?.items.map(({ id }) => id)).toEqual([second, first])
  })

  it.each([
    '"><script>alert(1)</script>',
    "' onerror='alert(1)",
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '__DATA__',
    '__TILE__',
    '__ALT__ __HREF__ __SRC__',
    "$& $1 $' $`",
    '&quot;&lt;',
  ])('keeps words as words: %s', async (words) => {
    const plain = await addSketch(await addPerson(), { title: 'plain', altText: 'plain' })
    const { elements } = await firstPage(path)
    await env.DB.prepare('UPDATE sketches SET title = ?1, alt_text = ?1 WHERE id = ?2').bind(words, plain).run()
    vi.setSystemTime(now + 6000)
    const page = await firstPage(path)
    expect(page.pictures).toMatchObject([{ href: `/sketch/${plain}`, alt: words }])
    expect(page.list).toMatchObject({ items: [{ id: plain, title: words, alt: words }] })
    expect(page.elements).toEqual(elements)
  })

  it('shows what is for visitors, and is at most five seconds old', async () => {
    const mira = await addPerson()
    await addSketch(mira, { mature: true })
    await addSketch(mira, { unlisted: true })
    expect((await firstPage(path)).pictures).toEqual([])
    const shown = await addSketch(mira)
    vi.setSystemTime(now + 5000)
    expect((await firstPage(path)).pictures).toMatchObject([{ href: `/sketch/${shown}` }])
  })

  it('has nothing in it for members, who ask for what is theirs', async () => {
    const mira = await addPerson({ showMature: true })
    await addSketch(mira)
    const reply = await ask(path, { as: mira, headers: { accept: 'text/html' } })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control') ?? '').not.toMatch(/s-maxage/)
    expect(await parsed(reply)).toMatchObject({ pictures: [], list: null })
  })

  it('may be shared by visitors, not with members', async () => {
    const reply = await ask(path)
    expect(reply.headers.get('content-type')).toMatch(/^text\/html/)
    expect(reply.headers.get('vary')).toMatch(/cookie/i)
    expect(reply.headers.get('set-cookie')).toBeNull()
    await reply.body?.cancel()
  })
})

describe('the empty form of that page', () => {
  it.each(['/first-paint', '/first-paint.html'])('is at no address: %s', async (path) => {
    const reply = await ask(path)
    expect(await reply.text()).not.toContain('__TILE__')
  })
})
