import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { FolderCounts, MessageFolder, MessageTopic, MessageTopicList } from '../../../contract/http/messages.ts'
import { MESSAGES_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { messageCounts, messageTopics } from '../../domain/messages/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { rangesAfter } from '../../lib/keyset.ts'

/** Position in the list: after a cursor, or a page counted from 1. */
type TopicPosition = { folder: MessageFolder; cursor?: string | undefined; page?: number | undefined }

function selectTopics(db: Db, member: Viewer, { folder, after }: { folder: MessageFolder; after?: SQL | undefined }) {
  return db
    .select({
      id: messageTopics.threadId,
      subject: messageTopics.subject,
      at: messageTopics.latestAt,
      excerpt: messageTopics.excerpt,
      latestUserId: messageTopics.latestUserId,
      unread: messageTopics.unread,
      otherId: messageTopics.otherId,
      nickname: users.nickname,
      avatarKey: users.avatarKey,
    })
    .from(messageTopics)
    .innerJoin(users, eq(users.id, messageTopics.otherId))
    .where(
      and(
        eq(messageTopics.userId, member.id),
        // Literal, as in the index of folders.
        sql`${messageTopics.blocked} = 0`,
        eq(messageTopics.folder, folder),
        after,
      ),
    )
    .orderBy(desc(messageTopics.latestAt), desc(messageTopics.threadId))
    .limit(MESSAGES_PAGE_SIZE)
}

type TopicRow = Awaited<ReturnType<typeof selectTopics>>[number]

/** Lists a member's threads in a folder, latest post first. @throws InvalidCursor. */
export async function listTopics(
  db: Db,
  member: Viewer,
  { folder, cursor, page = 1 }: TopicPosition,
): Promise<MessageTopicList> {
  const list = `messages ${member.id} ${folder}`
  const last = decodeCursor(list, 2, cursor)
  const [equalTime, older] = last ? rangesAfter([messageTopics.latestAt, messageTopics.threadId], last) : []
  const read = (after?: SQL) => selectTopics(db, member, { folder, after })
  const selected = last
    ? unionAll(db.select().from(read(equalTime).as('equal_time')), db.select().from(read(older).as('older'))).limit(
        MESSAGES_PAGE_SIZE,
      )
    : read().offset((page - 1) * MESSAGES_PAGE_SIZE)
  const [rows, counts] = await db.batch([selected, selectCounts(db, member)])
  const end = rows.at(-1)
  // The list ends with the first page that is not full, which saves reading one more row.
  const done = rows.length < MESSAGES_PAGE_SIZE || !end
  return {
    items: rows.map((row) => topicOf(row, member)),
    page,
    cursor: done ? '' : encodeCursor(list, [end.at, end.id]),
    done,
    counts: countsOf(counts),
  }
}

function topicOf(row: TopicRow, member: Viewer): MessageTopic {
  return {
    id: row.id,
    subject: row.subject,
    latestReply: toWireTime(row.at),
    excerpt: row.excerpt,
    isOwn: row.latestUserId === member.id,
    read: !row.unread,
    userFromAvatar: row.avatarKey && imageBase(row.avatarKey),
    userToId: row.otherId,
    userToNickname: row.nickname,
  }
}

function selectCounts(db: Db, member: Viewer) {
  return db
    .select({ folder: messageCounts.folder, total: messageCounts.totalCount, unread: messageCounts.unreadCount })
    .from(messageCounts)
    .where(eq(messageCounts.userId, member.id))
}

function countsOf(rows: readonly { folder: MessageFolder; total: number; unread: number }[]): FolderCounts {
  const of = (folder: MessageFolder) => {
    const { total = 0, unread = 0 } = rows.find((row) => row.folder === folder) ?? {}
    return { total, unread }
  }
  return { inbox: of('inbox'), requests: of('requests') }
}
