import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { bans } from '../../domain/bans/schema.ts'
import { appeals } from '../../domain/cases/schema.ts'
import { mails } from '../../domain/mail/schema.ts'
import {
  feedReadPositions,
  mutedThreads,
  notificationOptOuts,
  notifications,
} from '../../domain/notifications/schema.ts'
import { isNotificationShown, selectNotifications } from '../../domain/notifications/shown.ts'
import { sessions } from '../../domain/sessions/schema.ts'
import { tags } from '../../domain/sketches/schema.ts'
import { tagFollows } from '../../domain/tags/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { findMember } from '../../domain/users/viewer.ts'
import { type Section, section } from './section.ts'

const FEW = 1000

const profile = section({
  name: 'profile',
  references: [],
  read: ({ db, userId }) =>
    db
      .select({
        id: users.id,
        nickname: users.nickname,
        birthDate: users.birthDate,
        email: users.email,
        unconfirmedEmail: users.pendingEmail,
        emailMessages: users.emailMessages,
        emailFans: users.emailFans,
        emailExports: users.emailExports,
        emailCompos: users.emailCompos,
        about: users.about,
        country: users.country,
        gender: users.gender,
        website: users.website,
        slug: users.slug,
        formerSlug: users.formerSlug,
        watermarkName: users.watermarkName,
        avatar: users.avatarKey,
        cover: users.coverKey,
        emoticon: users.emoticonId,
        roles: users.flags,
        patronUntilAt: users.patronUntil,
        showMature: users.showMature,
        theme: users.theme,
        showChat: users.showChat,
        showBirthday: users.showBirthday,
        showDevice: users.showDevice,
        showStreak: users.showStreak,
        timeZone: users.timeZone,
        messagesFrom: users.messagesFrom,
        heartsAvailable: users.heartsAvailable,
        heartsReceived: users.heartsReceived,
        glops: users.glops,
        viewsCount: users.viewsCount,
        activeAt: users.activeAt,
        createdAt: users.createdAt,
      })
      .from(users)
      .where(eq(users.id, userId)),
})

/** Providers with which the member logs in. The tables of other features are read by their names. */
const logins = section({
  name: 'logins',
  references: ['identities.user_id'],
  read: ({ db, userId }) =>
    db.all<{ issuer: string; createdAt: number }>(
      sql`SELECT issuer, created_at AS createdAt FROM identities WHERE user_id = ${userId}`,
    ),
})

/** Names and times, without the keys. */
const passkeys = section({
  name: 'passkeys',
  references: ['passkeys.user_id'],
  read: ({ db, userId }) =>
    db.all<{ name: string; createdAt: number; lastUsedAt: number | null }>(
      sql`SELECT name, created_at AS createdAt, last_used_at AS lastUsedAt FROM passkeys WHERE user_id = ${userId}`,
    ),
})

/** Without their tokens. */
const browsers = section({
  name: 'sessions',
  references: ['sessions.user_id'],
  limit: FEW,
  read: ({ db, userId, limit }) =>
    db
      .select({
        device: sessions.device,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.lastSeenAt))
      .limit(limit),
})

/** Sent within the last day, or not yet. Those about a merged account went to an address of its own. */
const mailsToMember = section({
  name: 'mails',
  references: ['mails.user_id'],
  limit: FEW,
  read: ({ db, userId, limit }) =>
    db
      .select({ kind: mails.kind, address: mails.address, createdAt: mails.createdAt })
      .from(mails)
      .where(and(eq(mails.userId, userId), ne(mails.kind, 'account_merged')))
      .limit(limit),
})

/** Without the member of staff and the notes for staff. */
const bansAndWarnings = section({
  name: 'bans-and-warnings',
  references: ['bans.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: bans.id,
        durationHours: bans.durationHours,
        reason: bans.reason,
        createdAt: bans.createdAt,
        endsAt: bans.endsAt,
        closedAt: bans.closedAt,
      })
      .from(bans)
      .where(and(eq(bans.userId, userId), gt(bans.id, id)))
      .orderBy(bans.id)
      .limit(limit),
  at: ({ id }) => [id],
})

/** Without who decided on them. */
const ownAppeals = section({
  name: 'appeals',
  references: ['appeals.user_id'],
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: appeals.id,
        text: appeals.text,
        createdAt: appeals.createdAt,
        outcome: appeals.outcome,
        reason: appeals.reason,
        closedAt: appeals.closedAt,
      })
      .from(appeals)
      .where(and(eq(appeals.userId, userId), gt(appeals.id, id)))
      .orderBy(appeals.id)
      .limit(limit),
  at: ({ id }) => [id],
})

/** At most 500 of each category. Without those that the list on the site leaves out. */
const allNotifications = section({
  name: 'notifications',
  references: ['notifications.user_id', 'notifications.actor_id', 'notifications.page_owner_id'],
  read: async ({ db, userId, after: [occurredAt = 0, id = 0], limit }) => {
    const member = await findMember(db, userId)
    if (!member) return []
    const isAfter = sql`(${notifications.occurredAt}, ${notifications.id}) > (${occurredAt}, ${id})`
    const rows = await selectNotifications(db, member, isAfter)
      .orderBy(notifications.occurredAt, notifications.id)
      .limit(limit)
    return rows.map((row) => ({ row, isShown: isNotificationShown(row, member) }))
  },
  at: ({ row }) => [row.at, row.id],
  keep: ({ isShown }) => isShown,
  show: ({ row }) => ({
    category: row.category,
    // Null in notices about decisions, which do not name the staff, and in those without another member.
    user: row.actor.id,
    nickname: row.actor.nickname,
    sketch: row.sketchId,
    comment: row.commentId,
    stream: row.streamId,
    challenge: row.challengeId,
    excerpt: row.excerpt,
    membersCount: row.count,
    occurredAt: row.at,
    readAt: row.readAt,
  }),
})

const categoriesOff = section({
  name: 'notifications-switched-off',
  references: ['notification_opt_outs.user_id'],
  read: ({ db, userId }) =>
    db
      .select({ category: notificationOptOuts.category })
      .from(notificationOptOuts)
      .where(eq(notificationOptOuts.userId, userId)),
})

const muted = section({
  name: 'muted-pages',
  references: ['muted_threads.user_id'],
  limit: FEW,
  read: ({ db, userId, after: [createdAt = 0], limit }) =>
    db
      .select({ on: mutedThreads.targetType, target: mutedThreads.targetId, createdAt: mutedThreads.createdAt })
      .from(mutedThreads)
      .where(and(eq(mutedThreads.userId, userId), gt(mutedThreads.createdAt, createdAt)))
      .orderBy(mutedThreads.createdAt)
      .limit(limit),
  at: ({ createdAt }) => [createdAt],
})

const tagsFollowed = section({
  name: 'tags-followed',
  references: ['tag_follows.user_id'],
  limit: FEW,
  read: ({ db, userId, limit }) =>
    db
      .select({ tag: tags.name, createdAt: tagFollows.createdAt })
      .from(tagFollows)
      .innerJoin(tags, eq(tags.id, tagFollows.tagId))
      .where(eq(tagFollows.userId, userId))
      .limit(limit),
})

const feedPosition = section({
  name: 'feed-read-position',
  references: ['feed_read_positions.user_id'],
  read: ({ db, userId }) =>
    db
      .select({ lastSketch: feedReadPositions.lastSketchId })
      .from(feedReadPositions)
      .where(eq(feedReadPositions.userId, userId)),
})

/** Sketches that the member looked at, by day. */
const views = section({
  name: 'sketches-viewed',
  references: [],
  limit: 5000,
  read: ({ db, userId, after: [sketch = 0, day = 0], limit }) =>
    db.all<{ sketch: number; day: number }>(
      sql`SELECT sketch_id AS sketch, day FROM sketch_views WHERE viewer_key = ${`member:${userId}`}
        AND (sketch_id, day) > (${sketch}, ${day}) ORDER BY sketch_id, day LIMIT ${limit}`,
    ),
  at: ({ sketch, day }) => [sketch, day],
  show: ({ sketch, day }) => ({ sketch, day: new Date(day * DAY_MS).toISOString().slice(0, 10) }),
})

/** Albums and collections that the member looked at, by day. */
const albumViews = section({
  name: 'albums-viewed',
  references: [],
  limit: 5000,
  read: ({ db, userId, after: [album = 0, day = 0], limit }) =>
    db.all<{ album: number; day: number }>(
      sql`SELECT album_id AS album, day FROM album_views WHERE viewer_key = ${`member:${userId}`}
        AND viewer_key < 'visitor:' AND (album_id, day) > (${album}, ${day}) ORDER BY album_id, day LIMIT ${limit}`,
    ),
  at: ({ album, day }) => [album, day],
  show: ({ album, day }) => ({ album, day: new Date(day * DAY_MS).toISOString().slice(0, 10) }),
})

const DAY_MS = 86_400_000

export const ACCOUNT_SECTIONS: readonly Section[] = [
  profile,
  logins,
  passkeys,
  browsers,
  mailsToMember,
  bansAndWarnings,
  ownAppeals,
  allNotifications,
  categoriesOff,
  muted,
  tagsFollowed,
  feedPosition,
  views,
  albumViews,
]
