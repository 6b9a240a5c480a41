import { asc, eq } from 'drizzle-orm'
import { groupChannel } from '../../../contract/group-slug.ts'
import type { CaseEvidence } from '../../../contract/http/cases.ts'
import { reasonText } from '../../../contract/rules.ts'
import type { ModerationRequest } from '../../../durable-objects/chat/moderation-request.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { caseDecisions, caseRoomActs, cases, type RoomAct } from '../../domain/cases/schema.ts'
import { readLineKey } from '../../domain/chat/reported-line.ts'
import { roomHandshakeOf } from '../../domain/chat/room-member.ts'
import { findRoom } from '../../domain/chat/rooms.ts'
import { findMember } from '../../domain/users/viewer.ts'
import { batchEach, type Db, type Statement } from '../../lib/database.ts'
import { errorFacts } from '../../lib/error-facts.ts'

/** Maximum number of acts in one run of the schedule. */
const ACTS_AT_ONCE = 20

/**
 * Makes the statement that stores what a chat room or the whiteboard has to do, for the batch of the decision. The
 * object cannot take part in the batch, so the act is repeated until the object has confirmed it.
 */
export function roomActStatement(db: Db, { caseId, act, now }: { caseId: number; act: RoomAct; now: number }) {
  return db.insert(caseRoomActs).values({ caseId, act, createdAt: now })
}

function selectRoomActs(db: Db) {
  return db
    .select({
      caseId: caseRoomActs.caseId,
      act: caseRoomActs.act,
      target: cases.target,
      evidence: cases.evidence,
      authorId: cases.userId,
      staffId: caseDecisions.staffId,
      rule: caseDecisions.rule,
      reason: caseDecisions.reason,
      undo: caseDecisions.undo,
    })
    .from(caseRoomActs)
    .innerJoin(cases, eq(cases.id, caseRoomActs.caseId))
    .innerJoin(caseDecisions, eq(caseDecisions.caseId, caseRoomActs.caseId))
    .$dynamic()
}

type Env = Pick<Cloudflare.Env, 'CHAT' | 'WHITEBOARD'>
type Pending = Awaited<ReturnType<typeof selectRoomActs>>[number]

/** Makes an object carry out the act of a decision. A failure is only logged, because the schedule repeats the act. */
export async function carryOutRoomAct(db: Db, env: Env, caseId: number): Promise<void> {
  try {
    const pending = await selectRoomActs(db).where(eq(caseRoomActs.caseId, caseId)).get()
    if (pending) await carryOut(db, env, pending)
  } catch (error) {
    logFailure(caseId, error)
  }
}

/** Repeats the acts that an object has not confirmed. @throws if one failed again, after the others. */
export async function repeatRoomActs(db: Db, env: Env): Promise<void> {
  const all = await selectRoomActs(db).orderBy(asc(caseRoomActs.createdAt)).limit(ACTS_AT_ONCE)
  const failures: unknown[] = []
  for (const pending of all) {
    try {
      await carryOut(db, env, pending)
    } catch (error) {
      logFailure(pending.caseId, error)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

function logFailure(caseId: number, error: unknown): void {
  log('error', 'room act', { case: caseId, ...(error instanceof Error && errorFacts(error)) })
}

async function carryOut(db: Db, env: Env, pending: Pending): Promise<void> {
  const isConfirmed = db.delete(caseRoomActs).where(eq(caseRoomActs.caseId, pending.caseId))
  await batchEach<Statement>(db, [...(await ACTS[pending.act](db, env, pending)), isConfirmed])
}

/** The acts of the objects. An object may be asked twice. Each act returns the statements that store the outcome. */
const ACTS: Record<RoomAct, (db: Db, env: Env, pending: Pending) => Promise<Statement[]>> = {
  delete_line: (db, env, pending) => {
    const { channel, line } = readLineKey(pending.target)
    return moderateRoom(db, env, pending, { action: 'delete', channel, id: line, reason: reasonOf(pending) })
  },
  clear_lines: async (db, env, pending) => {
    const { channel } = readLineKey(pending.target)
    if (pending.authorId === null) return []
    const { line } = JSON.parse(pending.evidence) as CaseEvidence['chatLine']
    // The lines of an account that was merged keep its id.
    for (const userId of new Set([line.userId, pending.authorId]))
      await moderateRoom(db, env, pending, { action: 'clear', channel, userId, reason: reasonOf(pending) })
    return []
  },
  empty_room: async (_db, env, { evidence }) => {
    const { slug } = JSON.parse(evidence) as CaseEvidence['group']
    await env.CHAT.getByName(groupChannel(slug)).disconnectAll()
    return []
  },
  roll_back: async (db, env, { caseId, target, evidence }) => {
    const { marks, revision } = (await boardOf(env).rollbackAround(readMarkKey(target, evidence), caseId)) ?? NO_MARKS
    if (marks === 0) return []
    return [
      db
        .update(caseDecisions)
        .set({ undo: { boardRevision: revision } })
        .where(eq(caseDecisions.caseId, caseId)),
    ]
  },
  restore_marks: async (_db, env, { undo }) => {
    if (undo?.boardRevision !== undefined) await boardOf(env).restore(undo.boardRevision)
    return []
  },
}

const reasonOf = ({ rule, reason }: Pending) => reasonText(rule, reason)

/** Moderates a room as the member of staff who decided. A room that is gone has nothing left to do. */
async function moderateRoom(db: Db, env: Env, { staffId }: Pending, request: ModerationRequest): Promise<Statement[]> {
  const decider = await findMember(db, staffId)
  // The member was staff at the decision, and may have lost the role since.
  const staff = decider && { ...decider, flags: 'm' }
  const room = staff && (await findRoom(db, staff, request.channel))
  if (!staff || !room) return []
  const outcome = await env.CHAT.getByName(request.channel).moderate(roomHandshakeOf(staff, room), request)
  // The line may be deleted by then. Any other outcome is a fault, and the schedule repeats the act.
  if (outcome !== 'done' && outcome !== 'not_found') throw new Error(`the room refused: ${outcome}`)
  return []
}

const NO_MARKS = { marks: 0, revision: 0 }

export const boardOf = ({ WHITEBOARD }: Pick<Cloudflare.Env, 'WHITEBOARD'>) => WHITEBOARD.getByName('0')

/** The mark and the place of a case. */
export function readMarkKey(target: string, evidence: string) {
  const [flush = 0, client = 0] = target.split(':').map(Number)
  const { x, y, shiftIndex } = JSON.parse(evidence) as CaseEvidence['boardMark']
  return { flush, client, x, y, shiftIndex }
}
