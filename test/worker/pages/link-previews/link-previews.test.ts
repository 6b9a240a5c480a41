import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addAlbum } from '../../../support/worker/albums.ts'
import { addAwards, addCategory, addNominee } from '../../../support/worker/awards.ts'
import { addChallenge, enterChallenge } from '../../../support/worker/challenges.ts'
import { addCompo } from '../../../support/worker/compos.ts'
import { fetchHead } from '../../../support/worker/heads.ts'
import { addPerson } from '../../../support/worker/people.ts'
import { rowsRead } from '../../../support/worker/rows-read.ts'
import { ORIGIN, requestJson, sendRequest, sendRequestWith } from '../../../support/worker/site.ts'
import { addCoOp, addSketch, addSketches } from '../../../support/worker/sketches.ts'
import { addTag } from '../../../support/worker/tags.ts'
import { countTrips } from '../../../support/worker/trips.ts'
import { addPicture } from '../../../support/worker/uploads.ts'
import { watchedDb } from '../../../support/worker/watched-db.ts'

// Starts every test an hour after the last, because replies to visitors are cached for five seconds.
let now = Date.now()
beforeEach(() => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const ATOM = 'alternate application/atom+xml'
const OEMBED = 'alternate application/json+oembed'
const HOSTILE = [
  '"><script>alert(1)</script>',
  "' onload='alert(1)",
  '</title><script>alert(1)</script>',
  '<!-- ]]> --!>',
  "$& $1 $' $`",
  '&quot;&lt;',
  '{{title}} {{{replies}}}',
]

describe('the head of a sketch page', () => {
  it('the head describes the sketch for crawlers and link previews', async () => {
    const mira = await addPerson()
    const id = await addSketch(mira, { title: 'Low tide', description: 'Mud\nand gulls', width: 2000, height: 1500 })
    const head = await fetchHead(`/sketch/${id}`)
    const { imageUrl } = await requestJson<{ imageUrl: string }>(`/api/v2/sketch/${id}`)
    const address = `${ORIGIN}/sketch/${id}`
    expect(head.title).toBe(`Low tide by ${mira.nickname} – Croquis`)
    expect(head.meta).toMatchObject({
      description: ['Mud and gulls'],
      'og:site_name': ['Croquis'],
      'og:type': ['article'],
      'og:title': [`Low tide by ${mira.nickname}`],
      'og:description': ['Mud and gulls'],
      'og:url': [address],
      'og:image': [`${ORIGIN}${imageUrl}/1024`],
      'og:image:width': ['1024'],
      'og:image:height': ['768'],
      'og:image:alt': [`Low tide by ${mira.nickname}`],
      'twitter:card': ['summary_large_image'],
      robots: ['noai, noimageai'],
    })
    expect(head.links.canonical).toEqual([address])
    expect(head.links[OEMBED]).toEqual([`${ORIGIN}/oembed?url=${encodeURIComponent(address)}&format=json`])
  })

  it('the head names an existing picture and its real size', async () => {
    const { id, width, height } = await addPicture(await addPerson())
    const { meta } = await fetchHead(`/sketch/${id}`)
    const picture = await sendRequest(meta['og:image']?.[0] ?? '')
    const { width: shown, height: high } = await env.IMAGES.info(picture.body as ReadableStream<Uint8Array>).then(
      (info) => ('width' in info ? info : { width: 0, height: 0 }),
    )
    expect([meta['og:image:width'], meta['og:image:height']]).toEqual([[String(shown)], [String(high)]])
    expect([shown, high]).toEqual([Math.min(width, 1024), expect.any(Number)])
    expect(height).toBeGreaterThan(0)
  })

  describe.each([
    ['mature', { mature: true }],
    ['unlisted', { unlisted: true }],
    ['in violation of the rules', { violation: 'copyright' as const }],
    ['missing its file', { fileLostAt: 1 }],
  ])('of a sketch that is %s', (why, fields) => {
    const addSecret = async () =>
      addSketch(await addPerson({ nickname: `Secretive ${why} ${crypto.randomUUID().slice(0, 8)}` }), {
        title: 'Secret tide',
        description: 'secret words',
        ...fields,
      })

    it('the head reveals nothing of the sketch', async () => {
      const id = await addSecret()
      const { title, meta, links } = await fetchHead(`/sketch/${id}`)
      expect(title).toBe('Croquis')
      expect(Object.keys(meta).filter((name) => /^(og|twitter|description)/.test(name))).toEqual([])
      expect([links.canonical, links[OEMBED], links[ATOM]]).toEqual([undefined, undefined, undefined])
      expect(await (await sendRequest(`/sketch/${id}`)).text()).not.toMatch(/secret/i)
    })

    it('the page equals that of an unknown sketch', async () => {
      const id = await addSecret()
      const unknown = await (await sendRequest('/sketch/987654321')).text()
      expect(await (await sendRequest(`/sketch/${id}`)).text()).toBe(unknown)
    })

    it('the page is excluded from search engines', async () => {
      expect((await fetchHead(`/sketch/${await addSecret()}`)).meta.robots).toContain('noindex')
    })
  })

  it('the head reveals nothing five seconds after a sketch was hidden', async () => {
    const id = await addSketch(await addPerson(), { title: 'Soon away' })
    expect((await fetchHead(`/sketch/${id}`)).title).toMatch(/^Soon away/)
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(id).run()
    vi.setSystemTime(now + 5001)
    expect((await fetchHead(`/sketch/${id}`)).title).toBe('Croquis')
  })

  it.each(HOSTILE)('words in the head stay text: %s', async (words) => {
    const mira = await addPerson()
    const plain = await fetchHead(`/sketch/${await addSketch(mira, { title: 'a', description: 'b', altText: 'c' })}`)
    const id = await addSketch(mira, { title: words, description: words, altText: words })
    const { title, meta, elements } = await fetchHead(`/sketch/${id}`)
    expect(title).toBe(`${words} by ${mira.nickname} – Croquis`)
    expect([meta['og:description'], meta['og:image:alt']]).toEqual([[words], [words]])
    expect(elements).toEqual(plain.elements)
  })

  it('texts in the head have no control characters', async () => {
    const id = await addSketch(await addPerson(), { title: 'a\u0000b\u0007c' })
    expect((await fetchHead(`/sketch/${id}`)).title).toMatch(/^a b c by /)
  })

  it('a description in the head has at most 200 characters', async () => {
    const id = await addSketch(await addPerson(), { description: '🦀'.repeat(300) })
    expect((await fetchHead(`/sketch/${id}`)).meta.description).toEqual([`${'🦀'.repeat(199)}…`])
  })

  it('the page of a member has no preview', async () => {
    const mira = await addPerson()
    const id = await addSketch(mira, { title: 'Low tide' })
    expect((await fetchHead(`/sketch/${id}`, { as: mira })).title).toBe('Croquis')
  })

  it('caches do not store the page of a member', async () => {
    const mira = await addPerson()
    const reply = await sendRequest(`/sketch/${await addSketch(mira)}`, { as: mira })
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await reply.body?.cancel()
  })

  it('shared caches may store the preview for visitors', async () => {
    const { headers } = await sendRequest(`/gallery/co-op/${await addCoOp(await addPerson())}`)
    expect(headers.get('vary')).toMatch(/cookie/i)
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=[0-5]$/)
  })

  it('the preview that visitors share is looked up once', async () => {
    const path = '/gallery/tops7?from=1'
    expect((await countTrips(path)).trips).toBe(1)
    expect((await countTrips(path)).trips).toBe(0)
  })

  describe('while the database is down', () => {
    async function requestPage() {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const DB = watchedDb(env.DB, () => Promise.reject(new Error('down')))
      return sendRequestWith({ ...env, DB }, `/sketch/${await addSketch(await addPerson())}`)
    }

    it('the page has no preview', async () => {
      const page = await (await requestPage()).text()
      expect(page).toContain('<title>Croquis</title>')
    })

    it('the page is not excluded from search engines', async () => {
      expect(await (await requestPage()).text()).not.toContain('noindex')
    })

    it('caches do not store the page', async () => {
      const reply = await requestPage()
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      await reply.body?.cancel()
    })
  })

  it('the page has the strict content security policy of every page', async () => {
    const reply = await sendRequest(`/sketch/${await addSketch(await addPerson())}`)
    expect(reply.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
    expect(await reply.text()).not.toMatch(/<script(?![^>]* src=)(?![^>]* type="application\/json")/)
  })
})

describe('the head of a profile', () => {
  it('the head describes the member, shows the newest sketch and links the feed', async () => {
    const mira = await addPerson({ about: 'I draw birds' })
    const id = await addSketch(mira, { width: 500, height: 1000 })
    await addSketch(mira, { mature: true })
    const { imageUrl } = await requestJson<{ imageUrl: string }>(`/api/v2/sketch/${id}`)
    for (const path of ['', '/albums', '/likes', '/fans']) {
      const head = await fetchHead(`/user/${mira.id}${path}`)
      expect(head).toMatchObject({
        title: `${mira.nickname} – Croquis`,
        meta: {
          description: ['I draw birds'],
          'og:type': ['profile'],
          'og:image': [`${ORIGIN}${imageUrl}/1024`],
          'og:image:width': ['500'],
          'og:image:height': ['1000'],
        },
        links: { canonical: [`${ORIGIN}/user/${mira.id}`], [ATOM]: [`${ORIGIN}/feeds/user/${mira.id}.atom`] },
      })
    }
  })

  it('the head shows an avatar only while everyone may see it', async () => {
    const mira = await addPerson()
    await addSketch(mira, { imageKey: 'a'.repeat(40) })
    await addSketch(mira, { imageKey: 'b'.repeat(40) })
    const pictureWith = async (key: string) => {
      await env.DB.prepare('UPDATE users SET avatar_key = ? WHERE id = ?').bind(key, mira.id).run()
      vi.setSystemTime(Date.now() + 6000)
      return (await fetchHead(`/user/${mira.id}`)).meta['og:image']
    }
    expect(await pictureWith('a'.repeat(40))).toEqual([`${ORIGIN}/image/${'a'.repeat(40)}/1024`])
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE image_key = ?').bind('a'.repeat(40)).run()
    expect(await pictureWith('a'.repeat(40))).toEqual([`${ORIGIN}/image/${'b'.repeat(40)}/1024`])
  })

  it('an unknown member is excluded from search engines', async () => {
    expect(await fetchHead('/user/987654321')).toMatchObject({
      title: 'Croquis',
      meta: { robots: expect.arrayContaining(['noindex']) },
    })
  })

  it('calls for JSON at the same addresses still get JSON', async () => {
    const mira = await addPerson()
    for (const view of ['sketches', 'hearts']) {
      expect(await requestJson(`/user/${mira.id}/${view}?format=json`)).toMatchObject({ items: [] })
      const head = await fetchHead(`/user/${mira.id}/${view}`, { headers: { accept: 'text/html' } })
      expect(head.title).toBe(`${mira.nickname} – Croquis`)
    }
  })
})

describe('the head of an album', () => {
  it('the head shows title and cover of the album', async () => {
    const mira = await addPerson()
    const sketchId = await addSketch(mira)
    const albumId = await addAlbum(mira, { title: 'By the <sea>', description: 'Salt', sketchId })
    const { imageUrl } = await requestJson<{ imageUrl: string }>(`/api/v2/sketch/${sketchId}`)
    const path = `/user/${mira.id}/album/${albumId}`
    expect(await fetchHead(path)).toMatchObject({
      title: `By the <sea> by ${mira.nickname} – Croquis`,
      meta: { description: ['Salt'], 'og:image': [`${ORIGIN}${imageUrl}/1024`] },
      links: { canonical: [ORIGIN + path] },
    })
  })

  it('the head shows no cover that is not public', async () => {
    const mira = await addPerson()
    const albumId = await addAlbum(mira, { sketchId: await addSketch(mira, { mature: true }) })
    const { meta } = await fetchHead(`/user/${mira.id}/album/${albumId}`)
    expect([meta['og:image'], meta['twitter:card']]).toEqual([undefined, ['summary']])
  })
})

describe('the heads of contests', () => {
  it('the head of a compo shows its title, and one that has not begun is not shown', async () => {
    const key = await addCompo()
    const { title, meta, links } = await fetchHead(`/compo/${key}`)
    expect(title).toBe('On the way home, compo – Croquis')
    expect(meta['og:title']).toEqual(['On the way home, compo'])
    expect(links.canonical).toEqual([`${ORIGIN}/compo/${key}`])
    const later = await addCompo()
    await env.DB.prepare('UPDATE compos SET starts_at = ? WHERE key = ?')
      .bind(Date.now() + 3_600_000, later)
      .run()
    expect((await fetchHead(`/compo/${later}`)).meta.robots).toContain('noindex')
  })

  it('the head of awards shows the recap and a nominated sketch that everyone sees', async () => {
    const year = await addAwards('voting')
    const categoryId = await addCategory(year)
    await addNominee(categoryId, { sketch: { mature: true } })
    const { id } = await addNominee(categoryId)
    const { title, meta, links } = await fetchHead(`/awards/${year}`)
    const { imageUrl } = await requestJson<{ imageUrl: string }>(`/api/v2/sketch/${id}`)
    expect(title).toBe(`Awards ${year} – Croquis`)
    expect(meta).toMatchObject({ description: ['A year of quiet pages.'], 'og:image': [`${ORIGIN}${imageUrl}/1024`] })
    expect(links.canonical).toEqual([`${ORIGIN}/awards/${year}`])
    expect((await fetchHead('/awards/2999')).meta.robots).toContain('noindex')
  })
})

describe('the head of a challenge', () => {
  it('the head shows title, description and the latest public entry of the challenge', async () => {
    const mira = await addPerson()
    const id = await addChallenge(mira, { title: 'A window', description: 'Seen from inside.' })
    const [shown = 0, mature = 0] = await addSketches(mira, 2)
    for (const sketch of [shown, mature]) await enterChallenge(mira, id, sketch)
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(mature).run()
    const { title, meta, links } = await fetchHead(`/challenge/${id}`)
    const { imageUrl } = await requestJson<{ imageUrl: string }>(`/api/v2/sketch/${shown}`)
    expect(title).toBe('A window – Croquis')
    expect(meta).toMatchObject({
      'og:title': ['A window'],
      'og:description': ['Seen from inside.'],
      'og:image': [`${ORIGIN}${imageUrl}/1024`],
    })
    expect(links.canonical).toEqual([`${ORIGIN}/challenge/${id}`])
    expect((await fetchHead(`/challenge/${id + 1000}`)).meta.robots).toContain('noindex')
  })
})

describe('the head of a gallery', () => {
  it('both addresses of a tag have the same canonical address and feed', async () => {
    const mira = await addPerson()
    await addTag(await addSketch(mira), mira, 'north-sea')
    for (const path of ['/tag/north-sea', '/gallery/tag/north-sea', '/tag/North%20Sea']) {
      expect(await fetchHead(path)).toMatchObject({
        title: 'north-sea – Croquis',
        meta: { 'og:title': ['north-sea'], 'og:image': [expect.stringMatching(/\/1024$/)] },
        links: { canonical: [`${ORIGIN}/tag/north-sea`], [ATOM]: [`${ORIGIN}/feeds/tag/north-sea.atom`] },
      })
    }
  })

  it('a tag without public sketches is excluded from search engines', async () => {
    const mira = await addPerson()
    await addTag(await addSketch(mira, { unlisted: true }), mira, 'hidden-things')
    expect((await fetchHead('/tag/hidden-things')).meta.robots).toContain('noindex')
    expect((await fetchHead('/tag/%22%3E%3Cscript%3E')).meta.robots).toContain('noindex')
  })

  it.each([
    ['/', 'Croquis', '/', '/feeds/recent.atom'],
    ['/gallery/recent', 'Recent – Croquis', '/gallery/recent', '/feeds/recent.atom'],
    ['/gallery/featured', 'Featured – Croquis', '/gallery/featured', '/feeds/featured.atom'],
    ['/gallery/trending', 'Trending – Croquis', '/gallery/trending', '/feeds/trending.atom'],
  ])('the head has title and feed of the gallery, also for members: %s', async (path, title, canonical, feed) => {
    const mira = await addPerson()
    await addSketch(mira, { featuredAt: now })
    expect(await fetchHead(path)).toMatchObject({
      title,
      links: { canonical: [ORIGIN + canonical], [ATOM]: [ORIGIN + feed] },
      meta: { 'og:url': [ORIGIN + canonical], 'twitter:card': [expect.any(String)] },
    })
    expect((await sendRequest(path, { as: mira })).headers.get('cache-control')).toBe('private, no-store')
    expect((await fetchHead(path, { as: mira })).links[ATOM]).toEqual([ORIGIN + feed])
  })

  it.each(['tops', 'tops7', 'tops30', 'hearts'])('each gallery has its own title: %s', async (mode) => {
    const { title, links } = await fetchHead(`/gallery/${mode}`)
    expect(title).not.toBe('Croquis')
    expect(links.canonical).toEqual([`${ORIGIN}/gallery/${mode}`])
  })

  it('an unknown gallery has no preview', async () => {
    for (const path of ['/gallery/featured7', '/gallery/xtops', '/user/1/sketchesx', '/sketch/1x']) {
      expect([path, (await fetchHead(path)).links.canonical]).toEqual([path, undefined])
    }
  })

  it('a co-op is excluded from search engines when nothing of it is public', async () => {
    const mira = await addPerson()
    expect((await fetchHead(`/gallery/co-op/${await addCoOp(mira)}`)).title).toBe('Co-op – Croquis')
    expect((await fetchHead(`/gallery/co-op/${await addCoOp(mira, { mature: true })}`)).meta.robots).toContain(
      'noindex',
    )
  })
})

describe('the cost of link previews', () => {
  it('pages with previews read no more rows when there are more sketches than they show', async () => {
    const mira = await addPerson()
    await addSketches(mira, 60)
    const id = await addSketch(mira, { featuredAt: now })
    await addTag(id, mira, 'counted')
    const paths = [`/sketch/${id}`, `/user/${mira.id}`, '/tag/counted', '/gallery/featured', '/gallery/hearts']
    const before: number[] = []
    for (const path of paths) before.push(await rowsRead(path))
    await addSketches(mira, 300)
    vi.setSystemTime(now + 6000)
    for (const [index, path] of paths.entries()) {
      const rows = await rowsRead(path)
      expect([path, rows <= (before[index] ?? 0) + 3 || rows]).toEqual([path, true])
    }
  })
})

describe('headers of pictures', () => {
  it('pictures and downloads forbid training of AI', async () => {
    const mira = await addPerson()
    const { id, imageUrl } = await addPicture(mira)
    const picture = await sendRequest(`${imageUrl}/200`)
    expect(picture.headers.get('x-robots-tag')).toBe('noai, noimageai')
    const png = await sendRequest(`/sketch/${id}.png`, { as: mira })
    expect(png.headers.get('x-robots-tag')).toBe('noai, noimageai')
  })

  it('other sites may embed public pictures only', async () => {
    const mira = await addPerson()
    const { id, imageUrl } = await addPicture(mira)
    const reply = await sendRequest(`${imageUrl}/200`)
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(id).run()
    const { imageUrl: hidden } = await requestJson<{ imageUrl: string }>(`/api/v2/sketch/${id}`, { as: mira })
    const own = await sendRequest(`${hidden}/200`, { as: mira })
    expect(own.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(own.headers.get('x-robots-tag')).toBe('noai, noimageai')
  })
})
