import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { brushFile } from '../../../contract/brush.ts'
import type { BrushPageReply, CategoriesReply, ContentItems } from '../../../contract/http/brushes.ts'
import { CONTENT_PAGE_SIZE } from '../../../contract/limits.ts'
import { addBrush, addBrushes, addCategory, plainBrush } from '../../support/worker/brushes.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'

afterEach(() => vi.restoreAllMocks())

const CATEGORIES = '/api/v2/content/categories'
const ITEMS = '/api/v2/content/items'

async function categoryAt(path: string) {
  const { items } = await requestJson<CategoriesReply>(`${CATEGORIES}?kind=brush`)
  return items.find((category) => category.path === path)
}

describe('categories of brushes [1 §7]', () => {
  it('categories have key, path, title and number of brushes', async () => {
    const categoryId = await addCategory('ink/pens', 'Pens')
    await addBrush({ categoryId, title: 'Fineliner' })
    await addBrush({ categoryId, title: 'Dip pen' })
    const pens = { id: categoryId, key: 'ink-pens', path: 'ink/pens', title: 'Pens', items: 2 }
    expect(await categoryAt('ink/pens')).toEqual(pens)
  })

  it('POST returns the same categories as GET', async () => {
    await addCategory('ink/quills', 'Quills')
    const { items } = await requestJson<CategoriesReply>(CATEGORIES, { body: { kind: 'brush' } })
    expect(items).toContainEqual(await categoryAt('ink/quills'))
  })

  it('the count of a category follows moved and removed brushes', async () => {
    const [from, to] = [await addCategory('from'), await addCategory('to')]
    const { id } = await addBrush({ categoryId: from })
    await env.DB.prepare('UPDATE brushes SET category_id = ? WHERE id = ?').bind(to, id).run()
    expect([(await categoryAt('from'))?.items, (await categoryAt('to'))?.items]).toEqual([0, 1])
    await env.DB.prepare('DELETE FROM brushes WHERE id = ?').bind(id).run()
    expect((await categoryAt('to'))?.items).toBe(0)
  })

  it('a request for an unknown kind is refused', async () => {
    expect(await errorOf(sendRequest(`${CATEGORIES}?kind=castle`))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendRequest(CATEGORIES, { body: {} }))).toEqual([400, 'bad_request'])
  })
})

describe('brushes of a category [1 §7]', () => {
  it('brushes are sorted by title, 25 a page, each of them once', async () => {
    await addBrushes(await addCategory('many'), 30)
    const path = `${ITEMS}?kind=brush&category=many&sort=title`
    const first = await requestJson<ContentItems>(path)
    expect(first).toMatchObject({ done: false, items: { length: CONTENT_PAGE_SIZE } })
    const second = await requestJson<ContentItems>(`${path}&cursor=${first.cursor}`)
    expect(second).toMatchObject({ done: true, cursor: '', items: { length: 5 } })
    const titles = [...first.items, ...second.items].map(({ title }) => title)
    expect(titles).toEqual(Array.from({ length: 30 }, (_, index) => `Brush ${String(index + 1).padStart(5, '0')}`))
  })

  it('POST returns the same page of brushes as GET', async () => {
    await addBrushes(await addCategory('posted'), 30)
    const { cursor } = await requestJson<ContentItems>(`${ITEMS}?kind=brush&category=posted&sort=title`)
    const body = { kind: 'brush', category: 'posted', sort: 'title', cursor }
    const page = await requestJson<ContentItems>(ITEMS, { body })
    expect(page.items).toHaveLength(5)
    expect(page).toEqual(await requestJson(`${ITEMS}?kind=brush&category=posted&sort=title&cursor=${cursor}`))
  })

  it('an unknown category contains no brushes', async () => {
    await addBrush()
    expect(await requestJson(`${ITEMS}?kind=brush&category=nowhere`)).toEqual({ items: [], cursor: '', done: true })
  })

  it('a request without a category lists all brushes', async () => {
    const { id } = await addBrush({ title: 'A first of all' })
    expect((await requestJson<ContentItems>(`${ITEMS}?kind=brush`)).items[0]?.id).toBe(id)
  })

  it('a malformed path, an unknown sort and the cursor of another category are refused', async () => {
    for (const wrong of ['category=../secrets', 'sort=hearts', 'cursor=nonsense']) {
      expect([wrong, (await sendRequest(`${ITEMS}?kind=brush&${wrong}`)).status]).toEqual([wrong, 400])
    }
    await addBrushes(await addCategory('other'), 30)
    const { cursor } = await requestJson<ContentItems>(`${ITEMS}?kind=brush&category=other`)
    expect(await errorOf(sendRequest(`${ITEMS}?kind=brush&cursor=${cursor}`))).toEqual([400, 'bad_cursor'])
  })

  it('a page reads no more rows when there are more brushes', async () => {
    await addBrushes(await addCategory('large'), 2000)
    await addBrushes(await addCategory('beside'), 2000)
    for (const category of ['', 'large']) {
      const path = `${ITEMS}?kind=brush&category=${category}`
      const { cursor } = await requestJson<ContentItems>(path)
      expect(await rowsRead(path)).toBeLessThanOrEqual(3 * CONTENT_PAGE_SIZE)
      expect(await rowsRead(`${path}&cursor=${cursor}`)).toBeLessThanOrEqual(3 * CONTENT_PAGE_SIZE)
    }
  })
})

describe('brushes', () => {
  it('a brush is shown with its category, its sample stroke and its settings [1 §2]', async () => {
    const categoryId = await addCategory('drawing/pencils', 'Pencils')
    const { id, previewUrl } = await addBrush({ categoryId, title: 'HB pencil' })
    expect(await requestJson<BrushPageReply>(`/api/v2/content/brush/${id}`)).toEqual({
      id,
      title: 'HB pencil',
      thumbnailLarge: previewUrl,
      fileUrl: `/shared/brush/${id}.json`,
      category: { path: 'drawing/pencils', title: 'Pencils' },
      brush: plainBrush('HB pencil'),
    })
  })

  it('a brush is downloaded as its JSON file', async () => {
    const { id } = await addBrush({ title: 'Flat/wash' })
    const reply = await sendRequest(`/shared/brush/${id}.json`)
    expect(reply.headers.get('content-disposition')).toContain('attachment; filename="Flat-wash.json"')
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(brushFile.parse(await reply.json())).toEqual(plainBrush('Flat/wash'))
  })

  it('the sample stroke of a brush is cached forever', async () => {
    const { previewUrl } = await addBrush()
    const reply = await sendRequest(previewUrl)
    expect(reply.headers.get('cache-control')).toContain('immutable')
    expect(reply.headers.get('content-type')).toBe('image/webp')
    expect((await reply.arrayBuffer()).byteLength).toBe(64)
  })

  it.each(['bytes=0-9', 'bytes=64-'])('the sample stroke is read once and sent whole for %s', async (range) => {
    const { previewUrl } = await addBrush()
    const get = vi.spyOn(env.FILES, 'get')
    const reply = await sendRequest(previewUrl, { headers: { range } })
    expect([reply.status, (await reply.arrayBuffer()).byteLength]).toEqual([200, 64])
    expect(get).toHaveBeenCalledOnce()
  })

  it('an unknown brush is not found', async () => {
    for (const path of [
      '/api/v2/content/brush/999999',
      '/shared/brush/999999.json',
      `/image/brush/${'0'.repeat(40)}`,
    ]) {
      expect([path, ...(await errorOf(sendRequest(path)))]).toEqual([path, 404, 'not_found'])
    }
    expect(await errorOf(sendRequest('/api/v2/content/brush/nine'))).toEqual([400, 'bad_request'])
  })
})
