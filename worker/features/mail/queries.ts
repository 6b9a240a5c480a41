import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { FailedMailList } from '../../../contract/http/mail.ts'
import { FAILED_MAILS_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import type { MailPurpose } from '../../domain/mail/kinds.ts'
import { mails } from '../../domain/mail/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rowsAfter } from '../../lib/keyset.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

const SWITCHES = {
  messages: 'emailMessages',
  fans: 'emailFans',
  exports: 'emailExports',
  compos: 'emailCompos',
} as const

/** Switches a member's mails of a purpose on or off. */
export async function setMailSwitch(
  db: Db,
  { userId, purpose, on }: { userId: number; purpose: MailPurpose; on: boolean },
): Promise<void> {
  await db
    .update(users)
    .set({ [SWITCHES[purpose]]: on })
    .where(eq(users.id, userId))
}

/** Lists the mails that could not be sent, last first. @throws InvalidCursor. */
export async function listFailedMails(db: Db, cursor: string | undefined): Promise<FailedMailList> {
  const list = 'failed mails'
  const last = decodeCursor(list, 2, cursor)
  const rows = await db
    .select({
      id: mails.id,
      kind: mails.kind,
      userId: mails.userId,
      nickname: users.nickname,
      attempts: mails.attempts,
      failure: mails.failure,
      createdAt: mails.createdAt,
      failedAt: sql<number>`${mails.failedAt}`,
    })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.userId))
    .where(and(isNotNull(mails.failedAt), last ? rowsAfter([mails.failedAt, mails.id], last) : undefined))
    .orderBy(desc(mails.failedAt), desc(mails.id))
    .limit(FAILED_MAILS_PAGE_SIZE + 1)
  const page = rows.slice(0, FAILED_MAILS_PAGE_SIZE)
  const end = rows.length > page.length ? page.at(-1) : undefined
  return {
    items: page.map(({ createdAt, failedAt, failure: code, ...mail }) => ({
      ...mail,
      failure: code ?? '',
      dateCreated: toWireTime(createdAt),
      dateFailed: toWireTime(failedAt),
    })),
    cursor: end ? encodeCursor(list, [end.failedAt, end.id]) : '',
    done: !end,
  }
}

/**
 * Queues a mail that was given up again, as if it were new. Fails with `not_found` if it is waiting, was sent, or was
 * removed.
 */
export async function retryFailedMail(db: Db, id: number, now: number): Promise<Result<void, 'not_found'>> {
  const retried = await db
    .update(mails)
    .set({ attempts: 0, nextAttemptAt: now, failedAt: null, createdAt: now })
    .where(and(eq(mails.id, id), isNotNull(mails.failedAt)))
    .returning({ id: mails.id })
  return retried.length > 0 ? DONE : failure('not_found')
}
