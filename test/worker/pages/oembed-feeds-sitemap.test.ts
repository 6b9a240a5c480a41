import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OembedPhoto, oembedPhoto } from '../../../contract/http/oembed.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { unescaped } from '../../support/markup.ts'
import { mp4 } from '../../support/videos.ts'
import { addPerson } from '../../support/worker/people.ts'
import { countRowsRead, rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, ORIGIN, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { putFile } from '../../support/worker/sketch-files.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'
import { addTag } from '../../support/worker/tags.ts'
import { addPicture } from '../../support/worker/uploads.ts'

// Starts every test an hour after the last, because replies to visitors are cached for five seconds.
let now = Date.now()
beforeEach(async () => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await env.DB.exec('DELETE FROM sketches')
})
afterEach(() => vi.useRealTimers())

const HIDDEN = [{ mature: true }, { unlisted: true }, { violation: 'copyright' as const }, { fileLostAt: 1 }]
const HOSTILE = ['<script>alert(1)</script>', ']]><x/>', '"&amp;\'', 'a\u0000b\u000bc\u001fd\uffff', '</entry></feed>']

const embed = (url: string, more = '') => `/oembed?url=${encodeURIComponent(url)}&format=json${more}`
const embedOf = (id: number, more = '') => embed(`${ORIGIN}/sketch/${id}`, more)

describe('oEmbed', () => {
  it('a sketch is embedded as a photo with title and artist', async () => {
    const mira = await addPerson()
    const id = await addSketch(mira, { title: 'Low <tide>', width: 3000, height: 2000, imageKey: 'c'.repeat(40) })
    const photo = await requestJson<OembedPhoto>(embed(`${ORIGIN}/sketch/${id}?in=recent`))
    expect(oembedPhoto.parse(photo)).toEqual({
      version: '1.0',
      type: 'photo',
      title: 'Low <tide>',
      author_name: mira.nickname,
      author_url: `${ORIGIN}/user/${mira.id}`,
      provider_name: 'Croquis',
      provider_url: `${ORIGIN}/`,
      url: `${ORIGIN}/image/${'c'.repeat(40)}/1024`,
      width: 1024,
      height: 683,
    })
  })

  it('an embedded sketch is no larger than requested', async () => {
    const id = await addSketch(await addPerson(), { width: 3000, height: 2000 })
    const sides = async (more: string) => {
      const { width, height } = await requestJson<OembedPhoto>(embedOf(id, more))
      return [width, height]
    }
    expect(await sides('&maxwidth=500')).toEqual([500, 333])
    expect(await sides('&maxwidth=510&maxheight=110')).toEqual([150, 100])
    expect(await sides('&maxwidth=9000')).toEqual([1024, 683])
    expect(await sides('&maxwidth=25')).toEqual([25, 17])
  })

  it('a request for less than the smallest picture is not found', async () => {
    const id = await addSketch(await addPerson(), { width: 3000, height: 2000 })
    for (const more of ['&maxwidth=24', '&maxheight=16'])
      expect(await errorOf(sendRequest(embedOf(id, more)))).toEqual([404, 'not_found'])
  })

  it('a sketch that is not public is not found', async () => {
    const mira = await addPerson()
    for (const fields of HIDDEN) {
      expect(await errorOf(sendRequest(embedOf(await addSketch(mira, fields))))).toEqual([404, 'not_found'])
    }
    const mature = await addSketch(mira, { mature: true })
    expect(await errorOf(sendRequest(embedOf(mature), { as: mira }))).toEqual([404, 'not_found'])
    for (const path of ['/sketch/987654321', '/user/1', '/sketch/x', '/']) {
      expect(await errorOf(sendRequest(embed(ORIGIN + path)))).toEqual([404, 'not_found'])
    }
  })

  it.each([
    'https://elsewhere.test/sketch/1',
    '/sketch/1',
    'nonsense',
    'javascript:alert(1)',
    '',
    `${ORIGIN}.evil.test/sketch/1`,
  ])('an address outside this site is refused: %j', async (url) =>
    expect(await errorOf(sendRequest(embed(url)))).toEqual([400, 'bad_request']),
  )

  it('a format other than JSON is refused', async () => {
    const id = await addSketch(await addPerson())
    expect(await errorOf(sendRequest(embedOf(id).replace('json', 'xml')))).toEqual([400, 'bad_request'])
  })
})

/** Returns the contents of all tags of this name, in their order. */
const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => unescaped(value))

const tagsOf = (xml: string) => xml.match(/<\/?[a-z]+/g)

async function feedAt(path: string): Promise<string> {
  const reply = await sendRequest(path)
  expect([path, reply.status, reply.headers.get('content-type')]).toEqual([
    path,
    200,
    'application/atom+xml; charset=utf-8',
  ])
  return reply.text()
}

describe('Atom feeds', () => {
  it('a feed is Atom 1.0 with the newest sketches, their artists and pictures', async () => {
    const mira = await addPerson()
    const [first, second] = [await addSketch(mira, { title: 'First' }), await addSketch(mira, { title: 'Second' })]
    await addTag(first, mira, 'north-sea')
    await addTag(second, mira, 'north-sea')
    for (const [path, page] of [
      ['/feeds/recent.atom', '/gallery/recent'],
      [`/feeds/user/${mira.id}.atom`, `/user/${mira.id}`],
      ['/feeds/tag/north-sea.atom', '/tag/north-sea'],
    ] as const) {
      const xml = await feedAt(path)
      expect(xml).toMatch(
        /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
      )
      expect(valuesOf(xml, 'id')).toEqual([ORIGIN + path, `${ORIGIN}/sketch/${second}`, `${ORIGIN}/sketch/${first}`])
      expect(valuesOf(xml, 'title').slice(1)).toEqual(['Second', 'First'])
      expect(valuesOf(xml, 'name')).toEqual([mira.nickname, mira.nickname])
      expect(new Set(valuesOf(xml, 'updated'))).toEqual(new Set([new Date(now).toISOString().replace(/\.\d+/, '.000')]))
      expect(xml).toContain(`<link rel="self" type="application/atom+xml" href="${ORIGIN}${path}"/>`)
      expect(xml).toContain(`<link rel="alternate" type="text/html" href="${ORIGIN}${page}"/>`)
      const [content = ''] = valuesOf(xml, 'content')
      expect(content).toMatch(
        /<img src="http:\/\/localhost\/image\/[0-9a-f]{40}\/1024" width="1024" height="768" alt="/,
      )
    }
  })

  it('the feeds of featured and trending sketches contain those sketches', async () => {
    const mira = await addPerson()
    await addSketch(mira)
    const id = await addSketch(mira, { featuredAt: now })
    expect(valuesOf(await feedAt('/feeds/featured.atom'), 'id').slice(1)).toEqual([`${ORIGIN}/sketch/${id}`])
    await env.DB.prepare(
      "INSERT INTO ranked_sketches (list, rank, rank_for_all, sketch_id) VALUES ('trending', 1, 1, ?)",
    )
      .bind(id)
      .run()
    expect(valuesOf(await feedAt('/feeds/trending.atom'), 'id').slice(1)).toEqual([`${ORIGIN}/sketch/${id}`])
    await env.DB.exec('DELETE FROM ranked_sketches')
  })

  it('a feed contains only public sketches, also for members', async () => {
    const mira = await addPerson({ showMature: true })
    for (const fields of HIDDEN) await addTag(await addSketch(mira, { ...fields, featuredAt: now }), mira, 'hidden')
    for (const path of ['recent', 'featured', 'trending', 'tag/hidden', `user/${mira.id}`]) {
      const xml = await (await sendRequest(`/feeds/${path}.atom`, { as: mira })).text()
      expect([path, valuesOf(xml, 'id').length]).toEqual([path, 1])
    }
  })

  it.each(HOSTILE)('words in a feed stay text: %j', async (words) => {
    const mira = await addPerson({ nickname: words, nicknameKey: crypto.randomUUID() })
    await addSketch(mira, { title: words, altText: words })
    const xml = await feedAt(`/feeds/user/${mira.id}.atom`)
    const shown = words.replace(/[\p{Cc}\uffff]/gu, ' ')
    expect([valuesOf(xml, 'title')[1], valuesOf(xml, 'name')[0]]).toEqual([shown, shown])
    expect(xml).not.toMatch(/[^\P{Cc}\n]|\uffff/u)
    const plain = await addPerson()
    await addSketch(plain)
    expect(tagsOf(xml)).toEqual(tagsOf(await feedAt(`/feeds/user/${plain.id}.atom`)))
    expect(unescaped(valuesOf(xml, 'content')[0] ?? '')).toContain(shown)
  })

  it('the feed of an unknown member or tag is not found', async () => {
    for (const path of ['user/987654321', 'user/x', 'tag/never-carried', 'nothing']) {
      expect(await errorOf(sendRequest(`/feeds/${path}.atom`))).toEqual([404, 'not_found'])
    }
  })

  async function longFeed(kind: string): Promise<string> {
    const mira = await addPerson()
    await addSketches(mira, 100)
    return kind === 'user' ? `/feeds/user/${mira.id}.atom` : '/feeds/recent.atom'
  }

  it.each(['recent', 'user'])('a feed reads at most three rows per sketch that it shows: %s', async (kind) => {
    const path = await longFeed(kind)
    expect(await rowsRead(path)).toBeLessThanOrEqual(3 * 25)
  })

  it.each(['recent', 'user'])('a cached feed reads no rows: %s', async (kind) => {
    const path = await longFeed(kind)
    await (await sendRequest(path)).text()
    expect(await rowsRead(path)).toBe(0)
  })
})

describe('the sitemap', () => {
  it('the sitemap lists every public sketch and every member who has one', async () => {
    const [mira, nobody] = [await addPerson(), await addPerson()]
    const ids = await addSketches(mira, 3)
    const hidden = []
    for (const fields of HIDDEN) hidden.push(await addSketch(nobody, fields))
    const index = await (await sendRequest('/sitemap.xml')).text()
    const pages: string[] = []
    for (const part of valuesOf(index, 'loc')) {
      const reply = await sendRequest(part)
      if (reply.status === 200) pages.push(...valuesOf(await reply.text(), 'loc'))
    }
    expect(pages).toEqual(
      expect.arrayContaining([...ids.map((id) => `${ORIGIN}/sketch/${id}`), `${ORIGIN}/user/${mira.id}`]),
    )
    for (const id of hidden) expect(pages).not.toContain(`${ORIGIN}/sketch/${id}`)
    expect(pages).not.toContain(`${ORIGIN}/user/${nobody.id}`)
  })

  it('a part of the sitemap covers 5,000 ids', async () => {
    const mira = await addPerson()
    const far = await addSketch(mira, { id: 5_000_000 })
    const near = await addSketch(mira, { id: 5_000_001 })
    const at = async (part: number) =>
      valuesOf(await (await sendRequest(`/sitemap/sketches-${part}.xml`)).text(), 'loc')
    expect(await at(1000)).toEqual([`${ORIGIN}/sketch/${far}`])
    expect(await at(1001)).toEqual([`${ORIGIN}/sketch/${near}`])
    expect(valuesOf(await (await sendRequest('/sitemap.xml')).text(), 'loc')).toContain(
      `${ORIGIN}/sitemap/sketches-1001.xml`,
    )
  })

  it('a part of the sitemap reads only the rows of its ids', async () => {
    const mira = await addPerson()
    for (const id of [5_000_000, 5_000_001]) await addSketch(mira, { id })
    expect(await rowsRead('/sitemap/sketches-1001.xml')).toBeLessThanOrEqual(3)
    expect(await rowsRead('/sitemap.xml')).toBeLessThanOrEqual(3)
  })

  it('a part of the sitemap is made once an hour', async () => {
    const mira = await addPerson()
    const first = await addSketch(mira, { id: 6_000_000 })
    const read = async () => {
      clearIsolateCaches()
      return valuesOf(await (await sendRequest('/sitemap/sketches-1200.xml')).text(), 'loc')
    }
    expect(await read()).toEqual([`${ORIGIN}/sketch/${first}`])
    await addSketch(mira, { id: 5_999_999 })
    expect(await read()).toEqual([`${ORIGIN}/sketch/${first}`])
  })

  it('a part without addresses is read once an hour', async () => {
    await addPerson({ id: 8_000_000 })
    const read = async () => {
      clearIsolateCaches()
      return countRowsRead(async (bindings) => {
        const reply = await sendRequestWith(bindings, '/sitemap/profiles-1600.xml')
        expect(reply.status).toBe(404)
      })
    }
    expect(await read()).toBeGreaterThan(0)
    expect(await read()).toBe(0)
  })

  it('an unknown part is not found', async () => {
    for (const part of ['sketches-99999', 'sketches-0', 'users-1', 'sketches-1e3']) {
      expect(await errorOf(sendRequest(`/sitemap/${part}.xml`))).toEqual([404, 'not_found'])
    }
  })

  it('robots.txt names the full address of the sitemap', async () => {
    const reply = await sendRequest('/robots.txt')
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await reply.text()).toMatch(
      /^User-agent: \*\nDisallow: \/api\/\n[\s\S]*^Sitemap: http:\/\/localhost\/sitemap\.xml$/m,
    )
  })
})

describe('headers of videos', () => {
  it('a video forbids training of AI', async () => {
    const mira = await addPerson()
    const { id } = await addPicture(mira)
    await putFile(mira, `/sketch/${id}/video`, mp4())
    const { videoUrl } = await requestJson<{ videoUrl: string }>(`/api/v2/sketch/${id}`)
    const reply = await sendRequest(videoUrl)
    expect([reply.status, reply.headers.get('x-robots-tag')]).toEqual([200, 'noai, noimageai'])
  })
})
