import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HomeReply } from '../../../../contract/http/home.ts'
import type { SketchList } from '../../../../contract/http/sketches.ts'
import { addPerson } from '../../../support/worker/people.ts'
import { ask } from '../../../support/worker/site.ts'
import { addSketch } from '../../../support/worker/sketches.ts'

const encoder = new TextEncoder()

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
    .on('script[id^=first-]', {
      text({ text }) {
        data += text
      },
    })
    .transform(reply)
  await rewritten.text()
  const written: (SketchList & HomeReply) | null = data ? JSON.parse(data) : null
  page.list = written?.recent ? { items: written.recent, cursor: '', done: true } : written
  return page
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const firstPage = async (path = '/') => parsed(await ask(path, { headers: { accept: 'text/html' } }))

describe.each(['/', '/gallery/recent'])('the page a visitor sees first: %s', (path) => {
  it('goes out with the newest sketches in it, as pictures and as data', async () => {
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
  ])('keeps words as words: %s', async (words) => {
    const plain = await addSketch(await addPerson(), { title: 'plain', altText: 'plain' })
    const { elements } = await firstPage(path)
    await env.DB.prepare('UPDATE sketches SET title = ?1, alt_text = ?1 WHERE id = ?2').bind(words, plain).run()
    vi.setSystemTime(now + 6000)
    const page = await firstPage(path)
    expect(page.pictures).toMatchObject([{ href: `/sketch/${plain}?in=recent`, alt: words }])
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
    expect((await firstPage(path)).pictures).toMatchObject([{ href: `/sketch/${shown}?in=recent` }])
  })

  it('allows the styles within it and no others, and no script within it', async () => {
    const reply = await ask(path)
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

/** Whether each picture of the page comes ahead, with the page, or when it comes near the window. */
async function pictureOrder(path: string): Promise<Record<'ahead' | 'eager' | 'lazy', string[]>> {
  const page = await (await ask(path)).text()
  const asked = [
    ...page.matchAll(/fetchPriority="(high|low)"[^>]*loading="(eager|lazy)"[^>]* width="(\d+)" height="(\d+)"/gi),
  ]
  const sides = (all: typeof asked) => all.map(([, , , width, height]) => `${width}x${height}`)
  return {
    ahead: sides(asked.filter(([, priority]) => priority === 'high')).sort(),
    eager: sides(asked.filter(([, , loading]) => loading === 'eager')),
    lazy: sides(asked.filter(([, , loading]) => loading === 'lazy')),
  }
}

const SIDES = [
  [300, 900],
  [900, 300],
  [500, 500],
  [800, 400],
  [400, 400],
  [1000, 500],
] as const

describe('of the pictures on the first page', () => {
  it('the widest of the gallery come ahead of the others', async () => {
    const mira = await addPerson()
    for (const [width, height] of SIDES) await addSketch(mira, { width, height })
    const { ahead, eager } = await pictureOrder('/gallery/recent')
    expect(eager).toHaveLength(SIDES.length)
    expect(ahead).toEqual(['1000x500', '800x400', '900x300'])
  })

  it('those of the first strip of the home page come with it, others when they come near the window', async () => {
    const mira = await addPerson()
    for (const [index, [width, height]] of SIDES.entries())
      await addSketch(mira, { width, height, featuredAt: 100 - index })
    const { ahead, eager, lazy } = await pictureOrder('/')
    expect(eager).toEqual(['300x900', '900x300', '500x500', '800x400', '400x400'])
    expect(ahead).toEqual(['500x500', '800x400', '900x300'])
    expect(lazy).toHaveLength(1 + SIDES.length)
  })
})

describe('the empty form of that page', () => {
  it.each(['/first-home', '/first-home.html', '/first-gallery', '/first-gallery.html'])(
    'is at no address: %s',
    async (path) => {
      const reply = await ask(path)
      expect(await reply.text()).not.toContain('__RECENT__')
    },
  )
})
