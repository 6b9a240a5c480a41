import { type APIRequestContext, expect } from 'playwright/test'
import { type SketchItem, sketchList } from '../../../contract/http/sketches.ts'
import { type PostSketchBody, postSketchReply, uploadReply } from '../../../contract/http/uploads.ts'
import type { Member } from './people.ts'
import { type PictureFile, png } from './pictures.ts'
import { siteHeaders } from './site.ts'

/** All listed sketches, newest first. */
export async function listedSketches(request: APIRequestContext): Promise<SketchItem[]> {
  const items: SketchItem[] = []
  for (let cursor = '', done = false; !done; ) {
    const reply = await request.get('/recentSketches', { params: { format: 'json', cursor } })
    const page = sketchList.parse(await reply.json())
    items.push(...page.items)
    ;({ cursor, done } = page)
  }
  return items
}

let seeded: Promise<SketchItem[]> | undefined
/** The oldest listed sketches, newest first: they are the same for all tests, except for their counts. */
export const seededSketches = ({ request }: Member): Promise<SketchItem[]> =>
  (seeded ??= listedSketches(request).then((sketches) => sketches.slice(-60)))

/** In pixels. Half the default width, which is processed four times faster. */
const SMALL_WIDTH = 240

/** Posts a picture as the member's own work, by default random patches, by requests; returns the sketch's id. */
export async function postSketch(
  { request }: Member,
  fields: Partial<PostSketchBody> = {},
  picture?: PictureFile,
): Promise<number> {
  const { name, mimeType, buffer } = picture ?? (await png('patches.png', SMALL_WIDTH))
  const headers = siteHeaders()
  const sent = await request.put('/api/v2/upload/file', {
    params: { name },
    headers: { ...headers, 'content-type': mimeType },
    data: buffer,
  })
  expect(sent.status(), await sent.text()).toBe(200)
  const received = uploadReply.parse(await sent.json())
  if (received.known) throw new Error('this member posted this picture before')
  const body: PostSketchBody = {
    uploadId: received.upload.id,
    title: 'A drawing',
    description: '',
    altText: '',
    tags: [],
    mature: false,
    unlisted: false,
    madeWithAi: false,
    ...fields,
  }
  const posted = await request.post('/api/v2/upload/sketch', { headers, data: body })
  expect(posted.status(), await posted.text()).toBe(200)
  const reply = postSketchReply.parse(await posted.json())
  if (!('sketchId' in reply)) throw new Error('the site asks whose work an answered picture is')
  return reply.sketchId
}

export async function postComment({ request }: Member, sketch: number, comment: string): Promise<void> {
  const posted = await request.post('/comment', {
    headers: siteHeaders(),
    data: { key: crypto.randomUUID(), comment, type: 'sketch', which: sketch },
  })
  expect(posted.status(), await posted.text()).toBe(200)
}
