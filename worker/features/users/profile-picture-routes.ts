import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { type emoticonReply, profilePictureBody } from '../../../contract/http/users.ts'
import { checkOwnSketch } from '../../domain/sketches/queries.ts'
import { countEdit } from '../../domain/users/member-limits.ts'
import { imageBase } from '../../lib/image-base.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, readerOf, requireOwnSession } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { makeEmoticon } from './emoticons.ts'
import { type ProfilePicture, setProfilePicture } from './profile-picture.ts'

/** Uses of a sketch as avatar or cover [1 §6], or as the `(me)` emoticon [2 §2]. */
export const profilePictureRoutes = new Hono<AppEnv>()
  .post('/api/v2/user/setAvatar', requireOwnSession, valid('json', profilePictureBody), async (c) =>
    c.json({ avatar: await setFromSketch(c, 'avatar', c.req.valid('json').sketch) }),
  )
  .post('/api/v2/user/setCover', requireOwnSession, valid('json', profilePictureBody), async (c) =>
    c.json({ cover: await setFromSketch(c, 'cover', c.req.valid('json').sketch) }),
  )
  .post('/api/v2/user/setEmoticon', requireOwnSession, valid('json', profilePictureBody), async (c) => {
    const sketchId = c.req.valid('json').sketch
    const [userId, now] = [memberOf(c).id, Date.now()]
    await countUse(c, sketchId, now)
    const emoticonId = orThrow(await makeEmoticon(dbOf(c), { userId, sketchId, now }))
    return c.json({ emoticonId } satisfies z.infer<typeof emoticonReply>)
  })

async function setFromSketch(c: Context<AppEnv>, picture: ProfilePicture, sketchId: number): Promise<string> {
  await countUse(c, sketchId, Date.now())
  return imageBase(orThrow(await setProfilePicture(dbOf(c), { picture, userId: memberOf(c).id, sketchId })))
}

/** Counts the use of an own sketch as an edit. @throws AppError for other sketches, and `edit_limit`. */
async function countUse(c: Context<AppEnv>, sketchId: number, now: number): Promise<void> {
  orThrow(await checkOwnSketch(dbOf(c), await readerOf(c), sketchId))
  orThrow(await countEdit(dbOf(c), { authorId: memberOf(c).id, now }))
}
