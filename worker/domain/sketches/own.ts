import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { memberOf } from '../users/viewer.ts'
import { sketches } from './schema.ts'

/** Lets the artist of a sketch alone go on. @throws AppError `not_found`, `forbidden`. */
export async function requireOwnSketch(c: Context<AppEnv>, id: number): Promise<void> {
  const sketch = await dbOf(c).select({ userId: sketches.userId }).from(sketches).where(eq(sketches.id, id)).get()
  if (!sketch) throw new AppError('not_found')
  if (sketch.userId !== memberOf(c).id) throw new AppError('forbidden')
}
