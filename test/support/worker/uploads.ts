import { env } from 'cloudflare:workers'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { PostSketchBody, Upload, UploadReply } from '../../../contract/http/uploads.ts'
import type { Person } from './people.ts'
import { pictures, uniqueCopy } from './pictures.ts'
import { jsonOf, requestJson, sendRequestWith } from './site.ts'

type SendOptions = { name?: string; type?: string; length?: number | null; env?: Cloudflare.Env }

/** Sends a file like the upload page and waits for background work. */
export function sendFile(as: Person, file: Uint8Array<ArrayBuffer> | ReadableStream, sending: SendOptions = {}) {
  const length = sending.length === undefined && file instanceof Uint8Array ? file.length : sending.length
  return sendRequestWith(
    sending.env ?? env,
    `/api/v2/upload/file?name=${encodeURIComponent(sending.name ?? 'low-tide.png')}`,
    {
      as,
      method: 'PUT',
      raw: file,
      headers: {
        'content-type': sending.type ?? 'image/png',
        'content-length': length == null ? null : String(length),
      },
    },
  )
}

/** @throws if the file is already a sketch */
export async function addUpload(
  as: Person,
  file: Uint8Array<ArrayBuffer> = uniqueCopy(pictures.png),
  bindings = env,
): Promise<Upload> {
  const reply = await jsonOf<UploadReply>(sendFile(as, file, { env: bindings }))
  if (reply.known) throw new Error('this file is already a sketch')
  return reply.upload
}

/** The body to post an upload with empty texts and no options, except the given fields. */
export function postBody(uploadId: string, fields: Partial<PostSketchBody> = {}): PostSketchBody {
  const emptyFields = {
    title: '',
    description: '',
    altText: '',
    tags: [],
    mature: false,
    unlisted: false,
    madeWithAi: false,
  }
  return { uploadId, ...emptyFields, ...fields }
}

export function postUpload(as: Person, uploadId: string, fields: Partial<PostSketchBody> = {}, bindings = env) {
  return sendRequestWith(bindings, '/api/v2/upload/sketch', { as, body: postBody(uploadId, fields) })
}

/** Uploads and posts a picture; returns the data of its page. */
export async function addPicture(
  as: Person,
  fields: Partial<PostSketchBody> = {},
  file: Uint8Array<ArrayBuffer> = uniqueCopy(pictures.png),
  bindings = env,
): Promise<ShownSketch> {
  const { id } = await addUpload(as, file, bindings)
  const { sketchId } = await jsonOf<{ sketchId: number }>(postUpload(as, id, fields))
  return requestJson(`/api/v2/sketch/${sketchId}`, { as })
}

/** Keys of all stored originals. */
export async function storedOriginals(): Promise<string[]> {
  const { objects } = await env.FILES.list({ prefix: 'originals/' })
  return objects.map(({ key }) => key)
}

/** File keys of a member's uploads, sketches, versions and sketch files. */
export async function fileKeysOf({ id }: Person): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT file_key FROM pending_uploads WHERE user_id = ?1 UNION ALL SELECT file_key FROM sketches WHERE user_id = ?1
     UNION ALL SELECT file_key FROM sketch_versions WHERE sketch_id IN (SELECT id FROM sketches WHERE user_id = ?1)
     UNION ALL SELECT file_key FROM sketch_files WHERE sketch_id IN (SELECT id FROM sketches WHERE user_id = ?1)`,
  )
    .bind(id)
    .all<{ file_key: string }>()
  return results.map((row) => row.file_key)
}

/** Keys of all stored files. */
export async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await env.FILES.list({ cursor })
    keys.push(...page.objects.map(({ key }) => key))
    if (!page.truncated) return keys
    cursor = page.cursor
  }
}

/** Deletes all sketches, pending uploads and stored files. */
export async function removeAllPictures(): Promise<void> {
  await env.DB.batch(
    ['sketches', 'pending_uploads', 'sweep_positions'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
  const keys = await storedKeys()
  for (let from = 0; from < keys.length; from += 1000) await env.FILES.delete(keys.slice(from, from + 1000))
}
