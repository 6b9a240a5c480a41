import { env } from 'cloudflare:workers'
import { MEMBER_LIMITS } from '../../../contract/limits.ts'
import type { Person } from './people.ts'

/** Inserts acts of a new member into the audit log, by default as many as they may do on a day. */
export async function fillOwnerActs({ id }: Person, count: number = MEMBER_LIMITS.ownerActsPerDay.new): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO audit_log (staff_id, action, target_type, target_id, created_at)
      SELECT ?, 'chat_topic', 'chat_room', 1, ? FROM json_each(?)`,
  )
    .bind(id, Date.now(), JSON.stringify(Array.from({ length: count }, () => 1)))
    .run()
}
