import { type SQL, sql } from 'drizzle-orm'

/** The condition that a topic exists and its row meets `condition`. */
export const isTopic = (id: number, condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM forum_topics WHERE forum_topics.id = ${id} AND ${condition})`
