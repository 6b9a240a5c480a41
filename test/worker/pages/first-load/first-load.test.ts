import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HomeReply } from '../../../../contract/http/home.ts'
import type { SketchList } from '../../../../contract/http/sketches.ts'
import { addPerson } from '../../../support/worker/people.ts'
import { sendRequest } from '../../../support/worker/site.ts'
import { addSketch } from '../../../support/worker/sketches.ts'

const encoder = new TextEncoder()

// Starts every test an hour after the last, because replies to visitors are cached for five seconds.
let now = Date.now()
beforeEach(async () => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await env.DB.exec('DELETE FROM sketches')
})
afterEach(() => vi.useRealTimers())

type Page = { pictures: { href: string; alt: string; src: string }[]; list: SketchList | null; elements: string[] }

/** Parses the page as a browser does: links with their pictures, the embedded list, and the names of all elements. */
async function parsePage(reply: Response): Promise<Page> {
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
    .on('script[id^=first-]', {
      text({ text }) {
        data += text
      },
    })
    .transform(reply)
  await rewritten.text()
  const firstData: (SketchList & HomeReply) | null = data ? JSON.parse(data) : null
  page.list = firstData?.recent ? { items: firstData.recent, cursor: '', done: true } : firstData
  return page
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const firstPage = async (path = '/') => parsePage(await sendRequest(path, { headers: { accept: 'text/html' } }))

describe.each(['/', '/gallery/recent'])('the first page of a visitor: %s', (path) => {
  it('the page contains the newest sketches as pictures and as data', async () => {
    const mira = await addPerson()
    const [first, second] = [await addSketch(mira, { altText: 'Mud' }), await addSketch(mira, { altText: 'Gulls' })]
    const { pictures, list } = await firstPage(path)
    expect(pictures).toEqual([
      { href: `/sketch/${second}?in=recent`, alt: 'Gulls', src: expect.stringMatching(/^\/image\/[0-9a-f]{40}\/\d+$/) },
      { href: `/sketch/${first}?in=recent`, alt: 'Mud', src: expect.stringMatching(/^\/image\/[0-9a-f]{40}\/\d+$/) },
    ])
    expect(list?.items.map(({ id }) => id)).toEqual([second, first])
  })

  it.each([
    '"><script>alert(1)</script>',
    "' onerror='alert(1)",
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '__DATA__',
    '__RECENT__',
    '__FEATURED__x__FEATURED__',
    '__ALT__ __HREF__ __SRC__',
    "$& $1 $' $`",
    '&quot;&lt;',
  ])('the texts of a sketch add no elements to the page: %s', async (text) => {
    const sketch = await addSketch(await addPerson(), { title: 'plain', altText: 'plain' })
    const { elements } = await firstPage(path)
    await env.DB.prepare('UPDATE sketches SET title = ?1, alt_text = ?1 WHERE id = ?2').bind(text, sketch).run()
    vi.setSystemTime(now + 6000)
    const page = await firstPage(path)
    expect(page.pictures).toMatchObject([{ href: `/sketch/${sketch}?in=recent`, alt: text }])
    expect(page.list).toMatchObject({ items: [{ id: sketch, title: text, alt: text }] })
    expect(page.elements).toEqual(elements)
  })

  it('the page shows only sketches that visitors see, and is at most five seconds old', async () => {
    const mira = await addPerson()
    await addSketch(mira, { mature: true })
    await addSketch(mira, { unlisted: true })
    expect((await firstPage(path)).pictures).toEqual([])
    const shown = await addSketch(mira)
    vi.setSystemTime(now + 5000)
    expect((await firstPage(path)).pictures).toMatchObject([{ href: `/sketch/${shown}?in=recent` }])
  })

  it('the content security policy allows exactly the inline styles of the page, and no inline script', async () => {
    const reply = await sendRequest(path)
    const policy = reply.headers.get('content-security-policy') ?? ''
    const page = await reply.text()
    const styles = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text)
    const digests = await Promise.all(styles.map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))))
    expect(styles.length).toBeGreaterThan(0)
    for (const digest of digests) {
      expect(policy).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`)
    }
    expect(policy).toMatch(/script-src 'self';/)
    expect(policy).not.toContain('unsafe')
    expect(page).not.toMatch(/<script(?![^>]* src=)(?![^>]* type="application\/json")/)
  })

  it('members get the page without sketches', async () => {
    const mira = await addPerson({ showMature: true })
    await addSketch(mira)
    const reply = await sendRequest(path, { as: mira, headers: { accept: 'text/html' } })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control') ?? '').not.toMatch(/s-maxage/)
    expect(await parsePage(reply)).toMatchObject({ pictures: [], list: null })
  })

  it('a reply to a visitor sets no cookie, and caches must separate replies by cookie', async () => {
    const reply = await sendRequest(path)
    expect(reply.headers.get('content-type')).toMatch(/^text\/html/)
    expect(reply.headers.get('vary')).toMatch(/cookie/i)
    expect(reply.headers.get('set-cookie')).toBeNull()
    await reply.body?.cancel()
  })
})

/** Sizes of the pictures as `width x height`: with high priority, loaded with the page, and loaded near the window. */
async function pictureSizes(path: string): Promise<Record<'highPriority' | 'eager' | 'lazy', string[]>> {
  const page = await (await sendRequest(path)).text()
  const images = [
    ...page.matchAll(/fetchPriority="(high|low)"[^>]*loading="(eager|lazy)"[^>]* width="(\d+)" height="(\d+)"/gi),
  ]
  const sizes = (all: typeof images) => all.map(([, , , width, height]) => `${width}x${height}`)
  return {
    highPriority: sizes(images.filter(([, priority]) => priority === 'high')).sort(),
    eager: sizes(images.filter(([, , loading]) => loading === 'eager')),
    lazy: sizes(images.filter(([, , loading]) => loading === 'lazy')),
  }
}

const SIZES = [
  [300, 900],
  [900, 300],
  [500, 500],
  [800, 400],
  [400, 400],
  [1000, 500],
] as const

describe('priorities of the pictures on the first page', () => {
  it('the pictures with the largest ratio of width to height have high priority', async () => {
    const mira = await addPerson()
    for (const [width, height] of SIZES) await addSketch(mira, { width, height })
    const { highPriority, eager } = await pictureSizes('/gallery/recent')
    expect(eager).toHaveLength(SIZES.length)
    expect(highPriority).toEqual(['1000x500', '800x400', '900x300'])
  })

  it('the first five pictures of the home page load with it, and the others near the window', async () => {
    const mira = await addPerson()
    for (const [index, [width, height]] of SIZES.entries())
      await addSketch(mira, { width, height, featuredAt: 100 - index })
    const { highPriority, eager, lazy } = await pictureSizes('/')
    expect(eager).toEqual(['300x900', '900x300', '500x500', '800x400', '400x400'])
    expect(highPriority).toEqual(['500x500', '800x400', '900x300'])
    expect(lazy).toHaveLength(1 + SIZES.length)
  })
})

describe('the unfilled first pages', () => {
  it.each(['/first-home', '/first-home.html', '/first-gallery', '/first-gallery.html'])(
    'the unfilled page cannot be requested: %s',
    async (path) => {
      const reply = await sendRequest(path)
      expect(await reply.text()).not.toContain('__RECENT__')
    },
  )
})
