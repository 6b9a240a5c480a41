import { eq } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { challenges } from './schema.ts'

export async function challengeExists(db: Db, id: number): Promise<boolean> {
  return (await db.select({ id: challenges.id }).from(challenges).where(eq(challenges.id, id)).get()) !== undefined
}
