import { env } from 'cloudflare:workers'
import { MEMBER_LIMITS } from '../../../contract/limits.ts'
import type { Person } from './people.ts'

/** Inserts as many acts of a new member into the audit log as they may do on a day. */
export async function fillOwnerActs({ id }: Person): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO audit_log (staff_id, action, target_type, target_id, created_at)
      SELECT ?, 'chat_topic', 'chat_room', 1, ? FROM json_each(?)`,
  )
    .bind(id, Date.now(), JSON.stringify(Array.from({ length: MEMBER_LIMITS.ownerActsPerDay.new }, () => 1)))
    .run()
}
