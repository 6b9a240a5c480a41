import type { Context } from 'hono'
import { mayBeSlug } from '../../../contract/slug.ts'
import { findPatron } from '../../features/users/web-address.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countCall } from '../../middleware/guards.ts'
import { viewerOf } from '../../middleware/session.ts'

/**
 * The path of the profile of the patron whose web address was opened; null for other addresses. @throws AppError
 * `too_many`.
 */
export async function patronPath(c: Context<AppEnv>): Promise<string | null> {
  const slug = c.req.path.slice(1)
  if (!mayBeSlug(slug)) return null
  await countCall(c, 'API_READ_RATE')
  const patron = await findPatron(dbOf(c), await viewerOf(c), slug.toLowerCase())
  return patron && `/user/${patron.id}`
}
