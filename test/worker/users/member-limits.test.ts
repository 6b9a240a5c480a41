import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { FOLLOWED_PER_MEMBER_MAX, MEMBER_LIMITS, NEW_MEMBER_DAYS, NEW_MEMBER_HEARTS } from '../../../contract/limits.ts'
import { mp4 } from '../../support/videos.ts'
import { addComment, deleteComment, editComment, postComment } from '../../support/worker/comments.ts'
import { drawingPng } from '../../support/worker/drawings.ts'
import { addMembers, becomeFan, postAboutUser } from '../../support/worker/fans-and-blocks.ts'
import { addPost, addTopic, editPost } from '../../support/worker/forum.ts'
import { acceptRequest, addThread, replyTo, writeMessage } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, pngHeader, uniqueCopy } from '../../support/worker/pictures.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { croquisFile, putFile } from '../../support/worker/sketch-files.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addPicture, addUpload, fileKeysOf, sendFile, storedOriginals } from '../../support/worker/uploads.ts'

const AGO = Date.now() - (NEW_MEMBER_DAYS + 1) * 86_400_000
const {
  commentsPerDay,
  editsPerDay,
  fansPerDay,
  linksPerComment,
  linksPerFirstMessage,
  firstMessagesPerDay,
  messagesPerDay,
  uploadsPerDay,
} = MEMBER_LIMITS
const links = (count: number) => 'www.a.example '.repeat(count)

let sketch: number
let newcomer: Person
let regular: Person
let popular: Person
beforeEach(async () => {
  sketch = await addSketch(await addPerson())
  newcomer = await addPerson()
  regular = await addPerson({ createdAt: AGO })
  popular = await addPerson({ heartsReceived: NEW_MEMBER_HEARTS })
})

describe('limits that grow with time and hearts received', () => {
  it('a comment of a new member has few links, also after an edit', async () => {
    const text = links(linksPerComment.new + 1)
    expect(await errorOf(postComment(newcomer, sketch, text))).toEqual([409, 'comment_link_limit'])
    const { id } = await addComment(newcomer, sketch, links(linksPerComment.new))
    expect(await errorOf(editComment(newcomer, id, text))).toEqual([409, 'comment_link_limit'])
    for (const as of [regular, popular]) await addComment(as, sketch, text)
    const many = links(linksPerComment.other + 1)
    expect(await errorOf(postComment(regular, sketch, many))).toEqual([409, 'comment_link_limit'])
  })

  it.each([
    ['new', commentsPerDay.new],
    ['other', commentsPerDay.other],
  ])('a member posts a limited number of comments a day: %s', async (kind, limit) => {
    const as = kind === 'new' ? newcomer : regular
    await addComments(as, limit - 1)
    const { id } = await addComment(as, sketch, 'The last one', { key: 'the-last-comment' })
    expect(await errorOf(postComment(as, sketch, 'One too many'))).toEqual([409, 'comment_limit'])
    expect(await addComment(as, sketch, 'The last one', { key: 'the-last-comment' })).toMatchObject({ id })
    await env.DB.prepare('UPDATE comments SET created_at = ? WHERE user_id = ?').bind(AGO, as.id).run()
    await addComment(as, sketch, 'Another day')
  })

  it('comments that were posted and deleted today count', async () => {
    const { id } = await addComment(newcomer, sketch)
    await jsonOf(deleteComment(newcomer, id))
    await multiply('posted_comments', newcomer, commentsPerDay.new - 1)
    await addComment(newcomer, sketch, 'The last one', { key: 'the-last-comment' })
    expect(await errorOf(postComment(newcomer, sketch, 'One too many'))).toEqual([409, 'comment_limit'])
    await addComment(newcomer, sketch, 'The last one', { key: 'the-last-comment' })
  })

  it('a member edits comments and posts of the forum a limited number of times a day', async () => {
    const { id } = await addComment(newcomer, sketch)
    const { id: post } = await addPost(newcomer, await addTopic(regular))
    await jsonOf(editComment(newcomer, id, 'What light'))
    await multiply('edits', newcomer, editsPerDay.new - 1)
    await jsonOf(editPost(newcomer, post, 'A dry brush.'))
    expect(await errorOf(editPost(newcomer, post, 'A wet brush.'))).toEqual([409, 'edit_limit'])
    expect(await errorOf(editComment(newcomer, id, 'What shade'))).toEqual([409, 'edit_limit'])
    await env.DB.prepare('UPDATE users SET hearts_received = 5 WHERE id = ?').bind(newcomer.id).run()
    await jsonOf(editComment(newcomer, id, 'What shade'))
  })

  it('a member becomes a fan of a limited number of artists a day', async () => {
    const ids = await addMembers(fansPerDay.new - 1, 'Artist')
    await env.DB.prepare('INSERT INTO fans (user_id, fan_id, created_at) SELECT value, ?2, ?3 FROM json_each(?1)')
      .bind(JSON.stringify(ids), newcomer.id, Date.now())
      .run()
    await becomeFan(newcomer, regular)
    expect(await errorOf(postAboutUser('/api/fan', newcomer, popular))).toEqual([409, 'fan_limit'])
    await becomeFan(newcomer, regular)
    await becomeFan(regular, popular)
  })

  it('a member is a fan of a limited number of artists', async () => {
    const ids = await addMembers(FOLLOWED_PER_MEMBER_MAX - 1, 'Followed')
    await env.DB.prepare('INSERT INTO fans (user_id, fan_id, created_at) SELECT value, ?2, 0 FROM json_each(?1)')
      .bind(JSON.stringify(ids), newcomer.id)
      .run()
    await becomeFan(newcomer, regular)
    expect(await errorOf(postAboutUser('/api/fan', newcomer, popular))).toEqual([409, 'followed_limit'])
    await becomeFan(newcomer, regular)
    await jsonOf(postAboutUser('/api/unfan', newcomer, regular))
    await becomeFan(newcomer, popular)
  })

  it('no longer being a fan counts among the edits of a day', async () => {
    await becomeFan(newcomer, regular)
    await jsonOf(postAboutUser('/api/unfan', newcomer, regular))
    await multiply('edits', newcomer, editsPerDay.new)
    await becomeFan(newcomer, regular)
    expect(await errorOf(postAboutUser('/api/unfan', newcomer, regular))).toEqual([409, 'edit_limit'])
    await jsonOf(postAboutUser('/api/unfan', newcomer, popular))
  })

  it('many comments of earlier days make a comment read no more rows', async () => {
    const cost = (as: Person) =>
      rowsRead('/comment', { as, body: { which: sketch, type: 'sketch', comment: 'Nice', key: `cost-of-${as.id}` } })
    await addComments(popular, 300)
    await env.DB.prepare('UPDATE comments SET created_at = ? WHERE user_id = ?').bind(AGO, popular.id).run()
    const first = await cost(newcomer)
    expect(await cost(popular)).toBeLessThan(first + 10)
  })

  it('a first message of a new member has few links', async () => {
    const text = links(linksPerFirstMessage.new + 1)
    const other = await addPerson()
    expect(await errorOf(writeMessage(newcomer, other, { text }))).toEqual([409, 'message_link_limit'])
    for (const as of [regular, popular]) await jsonOf(writeMessage(as, other, { text }))
  })

  it('the links of the subject of a first message count', async () => {
    const [subject, other] = [links(1), await addPerson()]
    const text = links(linksPerFirstMessage.new)
    expect(await errorOf(writeMessage(newcomer, other, { subject, text }))).toEqual([409, 'message_link_limit'])
    await jsonOf(writeMessage(newcomer, other, { subject, text: links(linksPerFirstMessage.new - 1) || 'Pears?' }))
  })

  it.each([
    ['new', firstMessagesPerDay.new],
    ['other', firstMessagesPerDay.other],
  ])('a member begins a limited number of threads a day: %s', async (kind, limit) => {
    const as = kind === 'new' ? newcomer : regular
    await addThreads(as, limit - 1)
    await jsonOf(writeMessage(as, await addPerson()))
    expect(await errorOf(writeMessage(as, await addPerson()))).toEqual([409, 'thread_limit'])
  })

  it.each([
    ['new', messagesPerDay.new],
    ['other', messagesPerDay.other],
  ])('a member sends a limited number of first messages and replies a day: %s', async (kind, limit) => {
    const [as, other] = [kind === 'new' ? newcomer : regular, await addPerson()]
    const thread = await addThread(as, other)
    await jsonOf(acceptRequest(other, thread))
    await addMessages(as, thread, limit - 2)
    await jsonOf(replyTo(as, thread, { key: 'the-last-message' }))
    expect(await errorOf(replyTo(as, thread))).toEqual([409, 'message_limit'])
    expect(await errorOf(writeMessage(as, await addPerson()))).toEqual([409, 'message_limit'])
    await jsonOf(replyTo(as, thread, { key: 'the-last-message' }))
    await env.DB.prepare('UPDATE message_posts SET created_at = ? WHERE user_id = ?').bind(AGO, as.id).run()
    await jsonOf(replyTo(as, thread))
  })

  it('a new member uploads a limited number of pictures a day, pending and posted together', async () => {
    await addPending(newcomer, uploadsPerDay.new - 2)
    await addSketch(newcomer)
    await addUpload(newcomer)
    const before = await storedOriginals()
    expect(await errorOf(sendFile(newcomer, uniqueCopy(pictures.png)))).toEqual([409, 'daily_upload_limit'])
    expect([await storedOriginals(), (await fileKeysOf(newcomer)).length]).toEqual([before, uploadsPerDay.new])
    await env.DB.prepare('UPDATE users SET hearts_received = 5 WHERE id = ?').bind(newcomer.id).run()
    await addUpload(newcomer)
  })

  it('pictures that were posted and deleted today count', async () => {
    await addPending(newcomer, uploadsPerDay.new - 2)
    await env.DB.prepare('DELETE FROM sketches WHERE id = ?')
      .bind(await addSketch(newcomer))
      .run()
    await addUpload(newcomer)
    expect(await errorOf(sendFile(newcomer, uniqueCopy(pictures.png)))).toEqual([409, 'daily_upload_limit'])
  })

  it('pictures that were uploaded and dropped today count, and further ones are refused before they are read', async () => {
    const { id } = await addUpload(newcomer)
    await jsonOf(sendRequest('/api/v2/upload/drop', { as: newcomer, body: { uploadId: id } }))
    await multiply('uploads', newcomer, uploadsPerDay.new - 1)
    await addUpload(newcomer)
    expect(await errorOf(sendFile(newcomer, new Uint8Array([1, 2, 3])))).toEqual([409, 'daily_upload_limit'])
  })

  it('a picture that is refused or breaks off counts, before its bytes are read', async () => {
    const [staff, seed] = [await addPerson({ flags: 'm' }), 4711]
    const { id: sketchId } = await addPicture(regular, {}, drawingPng(seed))
    await jsonOf(sendRequest('/api/v2/gloperate/picture/block', { as: staff, body: { sketchId, reason: 'Stolen.' } }))
    const refusals = [
      [uniqueCopy(drawingPng(seed)), 403, 'blocked_picture'],
      [pngHeader(60, 40), 400, 'bad_image'],
      [new Uint8Array([1, 2, 3]), 415, 'wrong_type'],
    ] as const
    for (const [file, ...refusal] of refusals) expect(await errorOf(sendFile(newcomer, file))).toEqual(refusal)
    let countedAtFirstByte: number | null = null
    const source = {
      async pull(stream: ReadableStreamDefaultController) {
        countedAtFirstByte = await usesToday('uploads', newcomer)
        stream.error(new Error('the connection was cut'))
      },
    }
    const brokenOff = new ReadableStream(source, { highWaterMark: 0 })
    expect(await errorOf(sendFile(newcomer, brokenOff, { length: 100 }))).toEqual([400, 'bad_image'])
    expect(countedAtFirstByte).toBe(refusals.length + 1)
    // The refusals may be counted in two hours.
    const { meta } = await env.DB.prepare(
      `UPDATE member_counts SET uploads = uploads + ?1
        WHERE user_id = ?2 AND starts_at = (SELECT max(starts_at) FROM member_counts WHERE user_id = ?2)`,
    )
      .bind(uploadsPerDay.new - refusals.length - 2, newcomer.id)
      .run()
    expect(meta.changes).toBe(1)
    await addUpload(newcomer)
    expect(await errorOf(sendFile(newcomer, uniqueCopy(pictures.png)))).toEqual([409, 'daily_upload_limit'])
  })

  it.each(['video', 'file'])('files of sketches count with pictures, before their bytes are read: %s', async (kind) => {
    const id = await addSketch(newcomer)
    const file = kind === 'video' ? mp4() : croquisFile()
    const put = (bytes = file) => putFile(newcomer, `/sketch/${id}/${kind}`, bytes)
    await jsonOf(put())
    await multiply('uploads', newcomer, uploadsPerDay.new - 1)
    await jsonOf(put())
    expect(await errorOf(put())).toEqual([409, 'daily_upload_limit'])
    expect(await errorOf(put(new Uint8Array([1, 2, 3])))).toEqual([409, 'daily_upload_limit'])
    expect(await errorOf(sendFile(newcomer, uniqueCopy(pictures.png)))).toEqual([409, 'daily_upload_limit'])
    await env.DB.prepare('UPDATE users SET hearts_received = 5 WHERE id = ?').bind(newcomer.id).run()
    await jsonOf(put())
  })

  it('uploads of an earlier day do not count', async () => {
    await addPending(newcomer, uploadsPerDay.new)
    await env.DB.prepare('UPDATE pending_uploads SET created_at = ? WHERE user_id = ?').bind(AGO, newcomer.id).run()
    await addUpload(newcomer)
  })
})

/** The uses that were counted for a member without uses of an earlier day. */
const usesToday = (column: string, { id }: Person) =>
  env.DB.prepare(`SELECT sum(${column}) AS uses FROM member_counts WHERE user_id = ?`).bind(id).first<number>('uses')

/** Makes the one use of today that was counted for a member many. */
async function multiply(column: string, { id }: Person, count: number): Promise<void> {
  const { meta } = await env.DB.prepare(`UPDATE member_counts SET ${column} = ? WHERE user_id = ? AND ${column} = 1`)
    .bind(count, id)
    .run()
  expect(meta.changes).toBe(1)
}

/** Inserts comments of today on another sketch. */
async function addComments(as: Person, count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO comments (target_type, target_id, number, user_id, text, idempotency_key, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT 'sketch', ?, i, ?, 'Nice', 'filled-' || i, ? FROM n LIMIT ?`,
  )
    .bind(await addSketch(await addPerson()), as.id, Date.now(), count)
    .run()
}

/** Inserts messages of today in a thread. */
async function addMessages(as: Person, thread: number, count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO message_posts (thread_id, number, user_id, text, idempotency_key, created_at)
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n)
      SELECT ?, i, ?, 'Pears?', 'filled-' || i, ? FROM n LIMIT ?`,
  )
    .bind(thread, as.id, Date.now(), count)
    .run()
}

/** Inserts threads with new members. */
async function addThreads(as: Person, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { id } = await addPerson()
    await env.DB.prepare(
      `INSERT INTO message_threads (from_id, to_id, state, idempotency_key, created_at) VALUES (?, ?, 'request', ?, ?)`,
    )
      .bind(as.id, id, `filled-${id}`, Date.now())
      .run()
  }
}

/** Inserts copies of an upload of today. */
async function addPending(as: Person, count: number): Promise<void> {
  const { id } = await addUpload(as)
  const { results } = await env.DB.prepare(`SELECT name FROM pragma_table_info('pending_uploads')`).all<{
    name: string
  }>()
  const columns = results.map(({ name }) => name)
  const copied = columns.map((name) =>
    name === 'id' || name === 'content_hash' || name.endsWith('_key') ? `${name} || n.i` : name,
  )
  await env.DB.prepare(
    `INSERT INTO pending_uploads (${columns.join()}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT ${copied.join()} FROM pending_uploads, n WHERE id = ? LIMIT ?`,
  )
    .bind(id, count - 1)
    .run()
}
