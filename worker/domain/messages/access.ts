import { type SQL, sql } from 'drizzle-orm'

/**
 * The condition that a member of `users` accepts a first message from another member [2 §2]. It does not include
 * blocks.
 */
export function takesMessagesFrom(senderId: number): SQL<boolean> {
  return sql<boolean>`(users.id <> ${senderId} AND (users.messages_from = 'everyone' OR (users.messages_from = 'followed'
    AND EXISTS (SELECT 1 FROM fans WHERE fans.user_id = ${senderId} AND fans.fan_id = users.id))))`
}
