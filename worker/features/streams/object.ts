import { originName } from '../../../durable-objects/stream/stream.ts'
import type { streams } from './schema.ts'

type Stream = typeof streams.$inferSelect
type Env = Pick<Cloudflare.Env, 'STREAM'>

/** Has the object of a stream that is live wait for its publisher, as often as it is asked. */
export async function beginObject(
  env: Env,
  { id, userId, state, startedAt }: Pick<Stream, 'id' | 'userId' | 'state' | 'startedAt'>,
): Promise<void> {
  if (state !== 'live' || startedAt === null) return
  await env.STREAM.getByName(originName(id)).begin({ streamId: id, ownerId: userId, startedAt })
}

/** Has who watches a stream come in anew, since not all of them may see it any more. */
export async function readmitViewers(env: Env, id: number): Promise<void> {
  await env.STREAM.getByName(originName(id)).readmit()
}

/** Has the object of a stream that the site has ended do likewise, as often as it is asked, and tell what it knows. */
export async function stopObject(env: Env, { id, end }: Pick<Stream, 'id' | 'end'>): Promise<void> {
  await env.STREAM.getByName(originName(id)).stop(end === 'staff' ? 'staff' : 'stopped')
}
