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

/** Counts acts of staff in this hour that no other limit of a day counts. */
export async function countOtherActs({ id }: Person, acts: number): Promise<void> {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
  await env.DB.prepare(
    `INSERT INTO member_counts (user_id, grain, starts_at, staff_acts) VALUES (?1, 'hour', ?2, ?3)
      ON CONFLICT DO UPDATE SET staff_acts = staff_acts + ?3`,
  )
    .bind(id, hour, acts)
    .run()
}

/** Counts acts of a member in chat rooms in this hour; `clears` are those of staff that delete many lines. */
export async function countRoomActs({ id }: Person, { acts = 0, clears = 0 }): Promise<void> {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
  await env.DB.prepare(
    `INSERT INTO member_counts (user_id, grain, starts_at, room_acts, room_clears) VALUES (?1, 'hour', ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET room_acts = room_acts + ?3, room_clears = room_clears + ?4`,
  )
    .bind(id, hour, acts, clears)
    .run()
}
