import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { TEXT_BYTES_PER_DAY } from '../../../contract/limits.ts'
import { addComment, editComment, postComment } from '../../support/worker/comments.ts'
import { addPost, addTopic, beginTopic, editPost, writePost } from '../../support/worker/forum.ts'
import { acceptRequest, addThread, replyTo, writeMessage } from '../../support/worker/messages.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const HOUR_MS = 3_600_000
/** 20 bytes. */
const TEXT = 'é'.repeat(10)

/** Counts text of today, so that a member may write that number of bytes more. */
async function leaveBytes({ id }: Person, bytes: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('UPDATE member_counts SET text_bytes = 0 WHERE user_id = ?').bind(id),
    env.DB.prepare(
      `INSERT INTO member_counts (user_id, grain, starts_at, text_bytes) VALUES (?1, 'hour', ?2, ?3)
        ON CONFLICT DO UPDATE SET text_bytes = ?3`,
    ).bind(id, Math.floor(Date.now() / HOUR_MS) * HOUR_MS, TEXT_BYTES_PER_DAY - bytes),
  ])
}

type Write = (text: string) => Promise<Response>

/** Ways of writing a text, each with the preparation of a member for two texts. */
const WAYS: [name: string, prepare: (as: Person) => Promise<Write>][] = [
  [
    'comment',
    async (as) => {
      const sketch = await addSketch(await addPerson())
      return (text) => postComment(as, sketch, text)
    },
  ],
  [
    'edit of a comment',
    async (as) => {
      const { id } = await addComment(as, await addSketch(await addPerson()))
      return (text) => editComment(as, id, text)
    },
  ],
  ['first message', async (as) => async (text) => writeMessage(as, await addPerson(), { text })],
  [
    'reply',
    async (as) => {
      const other = await addRegular()
      const thread = await addThread(other, as)
      await jsonOf(acceptRequest(as, thread))
      return (text) => replyTo(as, thread, { text })
    },
  ],
  ['topic of the forum', async (as) => (text) => beginTopic(as, { text })],
  [
    'post of the forum',
    async (as) => {
      const topic = await addTopic(await addRegular())
      return (text) => writePost(as, topic, { text })
    },
  ],
  [
    'edit of a post',
    async (as) => {
      const { id } = await addPost(as, await addTopic(await addRegular()))
      return (text) => editPost(as, id, text)
    },
  ],
  [
    'edit of a sketch',
    async (as) => {
      const id = await addSketch(as)
      return (text) => sendRequest(`/sketch/${id}/edit`, { as, body: { description: text } })
    },
  ],
]

describe('the bytes of the texts of a day', () => {
  it.each(WAYS)('a member writes texts up to the limit, and none above it: %s', async (_name, prepare) => {
    const mira = await addRegular()
    const write = await prepare(mira)
    await leaveBytes(mira, 2 * 20 + 19)
    await jsonOf(write(TEXT))
    await jsonOf(write(`${TEXT.slice(1)}ö`))
    expect(await errorOf(write(`${TEXT.slice(1)}ü`))).toEqual([409, 'text_limit'])
  })

  it('a text of exactly the bytes that are left is written', async () => {
    const mira = await addRegular()
    const sketch = await addSketch(await addPerson())
    await leaveBytes(mira, 20)
    await addComment(mira, sketch, TEXT)
    expect(await errorOf(postComment(mira, sketch, 'x'))).toEqual([409, 'text_limit'])
  })

  it('a repeated call gets the text that was written, and counts once', async () => {
    const mira = await addRegular()
    const sketch = await addSketch(await addPerson())
    await leaveBytes(mira, 20)
    const { id } = await addComment(mira, sketch, TEXT, { key: 'the-last-comment' })
    expect(await addComment(mira, sketch, TEXT, { key: 'the-last-comment' })).toMatchObject({ id })
    const counted = env.DB.prepare('SELECT sum(text_bytes) AS bytes FROM member_counts WHERE user_id = ?').bind(mira.id)
    expect(await counted.first('bytes')).toBe(TEXT_BYTES_PER_DAY)
  })

  it('texts of the day before do not count', async () => {
    const mira = await addRegular()
    await leaveBytes(mira, 0)
    await env.DB.prepare('UPDATE member_counts SET starts_at = starts_at - ? WHERE user_id = ?')
      .bind(25 * HOUR_MS, mira.id)
      .run()
    await addComment(mira, await addSketch(await addPerson()), TEXT)
  })
})
