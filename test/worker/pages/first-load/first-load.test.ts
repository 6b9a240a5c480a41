import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FIRST_REPLIES_ID } from '../../../../contract/first-load.ts'
import { HOME_PATH, type HomeReply } from '../../../../contract/http/home.ts'
import type { SketchList } from '../../../../contract/http/sketches.ts'
import { addChallenge, enterChallenge } from '../../../support/worker/challenges.ts'
import { addCompo, addEntry, moveCompo, removeAllCompos } from '../../../support/worker/compos.ts'
import { addPerson, addVoter, type Person } from '../../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest } from '../../../support/worker/site.ts'
import { addSketch } from '../../../support/worker/sketches.ts'
import { addTag } from '../../../support/worker/tags.ts'
import { countTrips } from '../../../support/worker/trips.ts'

const encoder = new TextEncoder()

// Starts every test an hour after the last, because replies to visitors are cached for five seconds.
let now = Date.now()
beforeEach(async () => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await removeAllCompos()
  await env.DB.exec('DELETE FROM sketches')
})
afterEach(() => vi.useRealTimers())

type Page = {
  pictures: { href: string; alt: string; src: string }[]
  list: SketchList | null
  calls: string[]
  elements: string[]
}

/** Parses the page as a browser does: links with their pictures, the embedded list, and the names of all elements. */
async function parsePage(reply: Response): Promise<Page> {
  const page: Page = { pictures: [], list: null, calls: [], elements: [] }
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
    .on(`#${FIRST_REPLIES_ID}`, {
      text({ text }) {
        data += text
      },
    })
    .transform(reply)
  await rewritten.text()
  const replies: Record<string, SketchList & HomeReply> = JSON.parse(data)
  page.calls = Object.keys(replies)
  const home = replies[HOME_PATH]
  page.list = home?.recent
    ? { items: home.recent, cursor: '', done: true }
    : (replies['/recentSketches?format=json'] ?? null)
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
    '{{{replies}}}',
    '{{#recent}}',
    '{{/recent}}{{=<% %>=}}',
    '{{alt}} {{href}} {{src}}',
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

  it('the page shows only sketches that visitors see', async () => {
    const mira = await addPerson()
    await addSketch(mira, { mature: true })
    await addSketch(mira, { unlisted: true })
    expect((await firstPage(path)).pictures).toEqual([])
  })

  it('the page is at most five seconds old', async () => {
    expect((await firstPage(path)).pictures).toEqual([])
    const shown = await addSketch(await addPerson())
    vi.setSystemTime(now + 5000)
    expect((await firstPage(path)).pictures).toMatchObject([{ href: `/sketch/${shown}?in=recent` }])
  })

  it('the content security policy allows exactly the inline styles of the page', async () => {
    const reply = await sendRequest(path)
    const policy = reply.headers.get('content-security-policy') ?? ''
    const styles = [...(await reply.text()).matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text)
    const digests = await Promise.all(styles.map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))))
    expect(styles.length).toBeGreaterThan(0)
    for (const digest of digests) {
      expect(policy).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`)
    }
    expect(policy).not.toContain('unsafe')
  })

  it('the content security policy allows no inline script', async () => {
    const reply = await sendRequest(path)
    expect(reply.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
    await reply.body?.cancel()
  })

  it('the page has no inline script', async () => {
    const page = await (await sendRequest(path)).text()
    expect(page).not.toMatch(/<script(?![^>]* src=)(?![^>]* type="application\/json")/)
  })

  const memberPage = async (fields: Parameters<typeof addPerson>[0] = {}) => {
    const mira = await addPerson(fields)
    const sketch = await addSketch(mira, { mature: true })
    return { sketch, reply: await sendRequest(path, { as: mira, headers: { accept: 'text/html' } }) }
  }

  it('the page of a member has the sketches that they see', async () => {
    const { sketch, reply } = await memberPage({ showMature: true })
    expect((await parsePage(reply)).pictures).toMatchObject([{ href: `/sketch/${sketch}?in=recent` }])
  })

  it('the page of a member carries their session', async () => {
    const { reply } = await memberPage()
    expect((await parsePage(reply)).calls[0]).toBe('/api/v2/session')
  })

  it('caches do not store the page of a member', async () => {
    const { reply } = await memberPage()
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await reply.body?.cancel()
  })

  it('a reply to a visitor sets no cookie', async () => {
    const reply = await sendRequest(path)
    expect(reply.headers.get('content-type')).toMatch(/^text\/html/)
    expect(reply.headers.get('set-cookie')).toBeNull()
    await reply.body?.cancel()
  })

  it('caches must separate replies by cookie', async () => {
    const reply = await sendRequest(path)
    expect(reply.headers.get('vary')).toMatch(/cookie/i)
    await reply.body?.cancel()
  })
})

/** Sizes of the pictures as `width x height`: with high priority, loaded with the page, and loaded near the window. */
async function pictureSizes(
  path: string,
  as: Person | null = null,
): Promise<Record<'highPriority' | 'eager' | 'lazy', string[]>> {
  const page = await (await sendRequest(path, { as })).text()
  const images = [
    ...page.matchAll(/fetchPriority="(high|low|auto)"[^>]*loading="(eager|lazy)"[^>]* width="(\d+)" height="(\d+)"/gi),
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
  it('the two widest of the first pictures for their height have high priority', async () => {
    const mira = await addPerson()
    for (const [width, height] of SIZES) await addSketch(mira, { width, height })
    const { highPriority, eager } = await pictureSizes('/gallery/recent')
    expect(eager).toHaveLength(SIZES.length)
    expect(highPriority).toEqual(['1000x500', '900x300'])
  })

  describe('on the home page', () => {
    let sizes: Awaited<ReturnType<typeof pictureSizes>>
    beforeEach(async () => {
      const mira = await addPerson()
      for (const [index, [width, height]] of SIZES.entries())
        await addSketch(mira, { width, height, featuredAt: 100 - index })
      sizes = await pictureSizes('/')
    })

    it('the first five pictures load with the page', () => {
      expect(sizes.eager).toEqual(['300x900', '900x300', '500x500', '800x400', '400x400'])
    })

    it('the pictures after the first five load near the window', () => {
      expect(sizes.lazy).toHaveLength(1 + SIZES.length)
    })

    it('only pictures that load with the page have high priority', () => {
      expect(sizes.highPriority).toEqual(['800x400', '900x300'])
    })
  })

  it('below the picture of the home page’s lead, which fills a phone, all pictures load near the window', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira, { featuredAt: 1 })
    await jsonOf(enterChallenge(mira, await addChallenge(mira), sketch))
    // A visitor could get the page of an earlier test.
    const { eager, highPriority, lazy } = await pictureSizes('/', mira)
    expect({ eager, highPriority }).toEqual({ eager: [], highPriority: [] })
    expect(lazy).toHaveLength(2)
  })

  it('below a lead without a picture, the first pictures of the home page load with it', async () => {
    await addSketch(await addPerson(), { featuredAt: 1 })
    await addChallenge(await addPerson())
    const { eager, lazy } = await pictureSizes('/', await addPerson())
    expect([eager.length, lazy.length]).toEqual([1, 1])
  })
})

describe('the lead of the home page in its first paint [1 §2]', () => {
  const htmlFor = async (as: Person | null = null) =>
    (await sendRequest('/', { as, headers: { accept: 'text/html' } })).text()
  /** The part of the page with a name. */
  const section = (html: string, name: string) =>
    new RegExp(`<section[^>]*aria-label="${name}".*?</section>`, 's').exec(html)?.[0] ?? ''

  it('the challenge is there, with the way to enter it', async () => {
    const id = await addChallenge(await addPerson(), { title: 'Rope & rigging' })
    expect(section(await htmlFor(), 'Daily challenge')).toContain('Rope &amp; rigging')
    expect(section(await htmlFor(await addPerson()), 'Daily challenge')).toContain(`/challenge/${id}?offer=enter`)
  })

  it('the compo is there with its latest entries, and with one next act', async () => {
    const key = await addCompo()
    for (const title of ['Kerb', 'Kiosk']) await addEntry(key, await addPerson(), { title })
    const open = section(await htmlFor(), 'Compo')
    expect(open).toContain(`href="/compo/${key}"`)
    expect([...open.matchAll(/alt="(.*?)"/g)].map(([, alt]) => alt)).toEqual(['Kiosk', 'Kerb'])
    expect(open).toMatch(/>Enter</)
    expect(open).not.toMatch(/>(Vote|See the results)</)
    await moveCompo(key, 'voting')
    expect(section(await htmlFor(await addVoter()), 'Compo')).toMatch(new RegExp(`href="/compo/${key}/vote".*>Vote<`))
  })

  it('members have their unread counts in place of the introduction', async () => {
    const introduction = 'A place for people who draw'
    expect(await htmlFor()).toContain(introduction)
    const html = await htmlFor(await addPerson())
    expect(html).not.toContain(introduction)
    expect(html).toContain('aria-label="Unread"')
  })
})

describe('the first data of other pages', () => {
  it.each<[string, (world: { sketch: number; mira: Person }) => string]>([
    ['a sketch', ({ sketch }) => `/sketch/${sketch}`],
    ['a profile', ({ mira }) => `/user/${mira.id}`],
    ['a tag', () => '/tag/first-load'],
    ['a search', () => '/search?query=gulls'],
  ])('the page shows and carries what its calls reply: %s', async (_name, pathOf) => {
    const mira = await addPerson()
    const sketch = await addSketch(mira, { title: 'Gulls', altText: 'Gulls at low tide' })
    await addTag(sketch, mira, 'first-load')
    const path = pathOf({ sketch, mira })
    const reply = await sendRequest(path, { headers: { accept: 'text/html' } })
    const html = await reply.text()
    expect(html).toContain('alt="Gulls at low tide"')
    const [, json = ''] = new RegExp(`id="${FIRST_REPLIES_ID}">(.*?)</script>`, 's').exec(html) ?? []
    const replies: [string, unknown][] = Object.entries(JSON.parse(json))
    expect(replies.length).toBeGreaterThan(0)
    for (const [call, carried] of replies) {
      // The page itself counts as a view.
      const changes = call.startsWith('/api/v2/sketch/') && { viewCount: expect.any(Number) }
      expect(carried).toEqual({ ...(await requestJson<object>(call)), ...changes })
    }
  })

  it('a page whose call fails is left to the application', async () => {
    const html = await (await sendRequest('/user/987654321', { headers: { accept: 'text/html' } })).text()
    expect(html).toContain(`id="${FIRST_REPLIES_ID}">{}<`)
  })

  it('the page of numbers says in its first paint that there are none yet', async () => {
    const html = await (await sendRequest('/numbers', { headers: { accept: 'text/html' } })).text()
    expect(html).toContain('Nothing has been reported yet.')
  })

  it('a page counts the view of its sketch once', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(mira)
    await sendRequest(`/sketch/${sketch}`, { as: noor })
    expect(await requestJson(`/api/v2/sketch/${sketch}`, { as: mira })).toMatchObject({ viewCount: 1 })
  })

  it('a member’s page reads the session once', async () => {
    const mira = await addPerson()
    const { trips } = await countTrips('/', { as: mira })
    expect(trips).toBeLessThanOrEqual(3)
  })
})

describe('the templates of pages', () => {
  it.each(['/first-paint', '/first-paint.json'])('the templates cannot be requested: %s', async (path) => {
    expect((await sendRequest(path)).status).toBe(404)
  })
})
