import { and, eq, gt, sql } from 'drizzle-orm'
import { chatRoomMembers, chatRooms } from '../../domain/chat/schema.ts'
import { comments } from '../../domain/comments/schema.ts'
import { hearts } from '../../domain/ledger/schema.ts'
import { messagePosts, messageThreads, messageTopics } from '../../domain/messages/schema.ts'
import { fanNotes } from '../../domain/notifications/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { notBlocked } from '../../domain/sketches/visibility.ts'
import { blocks, fans, users } from '../../domain/users/schema.ts'
import { type Section, section } from './section.ts'

/** Another member, of whom the export has the id and the nickname. */
const person = { user: users.id, nickname: users.nickname }

const commentsWritten = section({
  name: 'comments',
  references: ['comments.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: comments.id,
        on: comments.targetType,
        target: comments.targetId,
        number: comments.number,
        text: comments.text,
        repliesTo: comments.parentId,
        createdAt: comments.createdAt,
        editedAt: comments.editedAt,
      })
      .from(comments)
      .where(and(eq(comments.userId, userId), gt(comments.id, id)))
      .orderBy(comments.id)
      .limit(limit),
  at: ({ id }) => [id],
})

const heartsGiven = section({
  name: 'hearts-given',
  references: ['hearts.user_id'],
  limit: 2000,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({ sketch: hearts.sketchId, createdAt: hearts.createdAt })
      .from(hearts)
      .where(and(eq(hearts.userId, userId), gt(hearts.sketchId, id)))
      .orderBy(hearts.sketchId)
      .limit(limit),
  at: ({ sketch }) => [sketch],
})

/** Without those of members behind a block, as in the notifications. */
const heartsReceived = section({
  name: 'hearts-received',
  references: [],
  limit: 2000,
  read: ({ db, userId, after: [sketchId = 0, giverId = 0], limit }) =>
    db
      .select({ sketch: sketches.id, ...person, createdAt: hearts.createdAt })
      .from(sketches)
      .innerJoin(
        hearts,
        sql`${hearts.sketchId} = ${sketches.id}
          AND ${hearts.userId} > iif(${sketches.id} = ${sketchId}, ${giverId}, 0)`,
      )
      .innerJoin(users, eq(users.id, hearts.userId))
      .where(
        and(eq(sketches.userId, userId), sql`${sketches.id} >= ${sketchId}`, notBlocked({ id: userId }, hearts.userId)),
      )
      .orderBy(sketches.id, hearts.userId)
      .limit(limit),
  at: ({ sketch, user }) => [sketch, user],
})

const fansOfMine = section({
  name: 'fans',
  references: ['fans.user_id'],
  limit: 2000,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({ ...person, createdAt: fans.createdAt })
      .from(fans)
      .innerJoin(users, eq(users.id, fans.fanId))
      .where(and(eq(fans.userId, userId), gt(fans.fanId, id)))
      .orderBy(fans.fanId)
      .limit(limit),
  at: ({ user }) => [user],
})

const fanOf = section({
  name: 'fan-of',
  references: ['fans.fan_id'],
  limit: 2000,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        ...person,
        notifyNotes: fans.notifyNotes,
        notifyUploads: fans.notifyUploads,
        notifyStreams: fans.notifyStreams,
        createdAt: fans.createdAt,
      })
      .from(fans)
      .innerJoin(users, eq(users.id, fans.userId))
      .where(and(eq(fans.fanId, userId), gt(fans.userId, id)))
      .orderBy(fans.userId)
      .limit(limit),
  at: ({ user }) => [user],
})

const blocked = section({
  name: 'blocked-members',
  references: ['blocks.user_id'],
  limit: 2000,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({ ...person, createdAt: blocks.createdAt })
      .from(blocks)
      .innerJoin(users, eq(users.id, blocks.blockedId))
      .where(and(eq(blocks.userId, userId), gt(blocks.blockedId, id)))
      .orderBy(blocks.blockedId)
      .limit(limit),
  at: ({ user }) => [user],
})

/** The condition of the threads that the member sees: not those that they deleted, nor those behind a block. */
const isShownThread = sql`${messageTopics.folder} <> 'deleted' AND ${messageTopics.blocked} = 0`

const threads = section({
  name: 'message-threads',
  references: ['message_topics.user_id', 'message_topics.other_id', 'message_threads.from_id', 'message_threads.to_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        thread: messageTopics.threadId,
        subject: messageTopics.subject,
        folder: sql<string>`${messageTopics.folder}`,
        ...person,
        unread: messageTopics.unread,
        createdAt: messageThreads.createdAt,
      })
      .from(messageTopics)
      .innerJoin(messageThreads, eq(messageThreads.id, messageTopics.threadId))
      .innerJoin(users, eq(users.id, messageTopics.otherId))
      .where(and(eq(messageTopics.userId, userId), gt(messageTopics.threadId, id), isShownThread))
      .orderBy(messageTopics.threadId)
      .limit(limit),
  at: ({ thread }) => [thread],
})

/** The posts of both members. */
const posts = section({
  name: 'messages',
  references: ['message_posts.user_id'],
  read: ({ db, userId, after: [threadId = 0, number = 0], limit }) =>
    db
      .select({
        thread: messagePosts.threadId,
        number: messagePosts.number,
        ...person,
        text: messagePosts.text,
        sketch: messagePosts.sketchId,
        createdAt: messagePosts.createdAt,
      })
      .from(messageTopics)
      .innerJoin(
        messagePosts,
        sql`${messagePosts.threadId} = ${messageTopics.threadId} AND ${messagePosts.number} >
          iif(${messageTopics.threadId} = ${threadId}, max(${number}, ${messageTopics.deletedUpTo}), ${messageTopics.deletedUpTo})`,
      )
      .innerJoin(users, eq(users.id, messagePosts.userId))
      .where(and(eq(messageTopics.userId, userId), sql`${messageTopics.threadId} >= ${threadId}`, isShownThread))
      .orderBy(messageTopics.threadId, messagePosts.number)
      .limit(limit),
  at: ({ thread, number }) => [thread, number],
})

const notesToFans = section({
  name: 'notes-to-fans',
  references: ['fan_notes.user_id'],
  read: ({ db, userId, after: [createdAt = 0], limit }) =>
    db
      .select({ message: fanNotes.message, fansNotified: fanNotes.fansNotified, createdAt: fanNotes.createdAt })
      .from(fanNotes)
      .where(and(eq(fanNotes.userId, userId), gt(fanNotes.createdAt, createdAt)))
      .orderBy(fanNotes.createdAt)
      .limit(limit),
  at: ({ createdAt }) => [createdAt],
})

const rooms = section({
  name: 'chat-rooms',
  references: ['chat_rooms.owner_id'],
  limit: 1000,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({ id: chatRooms.id, channel: chatRooms.channel, kind: chatRooms.kind, createdAt: chatRooms.createdAt })
      .from(chatRooms)
      .where(and(eq(chatRooms.ownerId, userId), gt(chatRooms.id, id)))
      .orderBy(chatRooms.id)
      .limit(limit),
  at: ({ id }) => [id],
})

const offeredRooms = section({
  name: 'chat-offers',
  references: ['chat_rooms.offered_to'],
  limit: 1000,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({ id: chatRooms.id, channel: chatRooms.channel })
      .from(chatRooms)
      .where(and(eq(chatRooms.offeredTo, userId), gt(chatRooms.id, id)))
      .orderBy(chatRooms.id)
      .limit(limit),
  at: ({ id }) => [id],
})

const roomsOfGroups = section({
  name: 'chat-groups',
  references: ['chat_room_members.user_id'],
  limit: 1000,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({ room: chatRooms.id, channel: chatRooms.channel })
      .from(chatRoomMembers)
      .innerJoin(chatRooms, eq(chatRooms.id, chatRoomMembers.roomId))
      .where(and(eq(chatRoomMembers.userId, userId), gt(chatRoomMembers.roomId, id)))
      .orderBy(chatRoomMembers.roomId)
      .limit(limit),
  at: ({ room }) => [room],
})

export const PEOPLE_SECTIONS: readonly Section[] = [
  commentsWritten,
  heartsGiven,
  heartsReceived,
  fansOfMine,
  fanOf,
  blocked,
  notesToFans,
  threads,
  posts,
  rooms,
  offeredRooms,
  roomsOfGroups,
]
