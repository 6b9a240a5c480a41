import { type SQL, sql } from 'drizzle-orm'
import { caseEvidence } from '../../../contract/http/cases.ts'
import type { CaseFacts } from '../../domain/cases/decisions.ts'
import { isTopic } from '../../domain/forum/topics.ts'
import { moderateTopic } from '../../features/forum/moderating.ts'
import { AppError } from '../../lib/app-error.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { Act } from './act.ts'

/** The topic that a reported post begins. */
const topicOf = ({ evidence }: CaseFacts): number => caseEvidence.post.parse(JSON.parse(evidence)).topic.id

type States = {
  action: 'remove' | 'lock'
  undo: 'restore' | 'unlock'
  /** The states of a topic before the act, and after it. */
  before: SQL
  after: SQL
}

const topicAct = ({ action, undo, before, after }: States): Act => ({
  run: async ({ db, found, staff, reason, now, decide }) => {
    const topic = topicOf(found)
    const along = decide({}, isTopic(topic, before))
    orThrow(await moderateTopic(db, { body: { action, topic }, reason, staffId: staff.id, now, along }))
  },
  undo: async ({ db, found, staff, reason, now, mark }) => {
    const topic = topicOf(found)
    const along = mark(isTopic(topic, after))
    orThrow(await moderateTopic(db, { body: { action: undo, topic }, reason, staffId: staff.id, now, along }))
  },
})

export const removeTopic = topicAct({
  ...{ action: 'remove', undo: 'restore' },
  ...{ before: sql`state <> 'removed'`, after: sql`state = 'removed'` },
})

export const lockTopic = topicAct({
  ...{ action: 'lock', undo: 'unlock' },
  ...{ before: sql`state = 'open'`, after: sql`state = 'locked'` },
})

/** Staff rename a topic only on its page. */
export const renameTopic: Act = {
  run: () => {
    throw new AppError('bad_request')
  },
  undo: async ({ db, found, undo, staff, reason, now, mark }) => {
    const topic = topicOf(found)
    const [title = '', changed = ''] = undo.title ?? []
    const along = mark(isTopic(topic, sql`title = ${changed}`))
    const body = { action: 'rename', topic, title } as const
    orThrow(await moderateTopic(db, { body, reason, staffId: staff.id, now, along }))
  },
}
