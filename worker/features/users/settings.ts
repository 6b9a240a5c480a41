import { eq } from 'drizzle-orm'
import type { UserSettings } from '../../../contract/http/users.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

export async function readSettings(db: Db, member: Viewer): Promise<UserSettings> {
  const row = await db.select({ showDevice: users.showDevice }).from(users).where(eq(users.id, member.id)).get()
  return { showDevice: row?.showDevice ?? false }
}

export async function changeSettings(db: Db, member: Viewer, settings: UserSettings): Promise<void> {
  await db.update(users).set(settings).where(eq(users.id, member.id))
}
