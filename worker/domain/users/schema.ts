import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Mention } from '../../../contract/http/mentions.ts'
import type { Gender, MessagesFrom } from '../../../contract/http/users.ts'
import type { Theme } from '../../../contract/theme.ts'

/** The condition that a row of `users` is a patron, as in the index `users_patrons`. */
export const isPatronRow = sql`instr(flags, 'p') > 0`

/** The condition that a row of `users` is an admin, as in the index `users_admins`. */
export const isAdminRow = sql`instr(flags, 'a') > 0`

/** The condition that a row of `users` is a gloperator or an admin. */
export const isStaffRow = sql`(instr(flags, 'm') > 0 OR instr(flags, 'a') > 0)`

/** The condition that others see a member's birthday, as in the index `users_birthdays`. */
export const isBirthdayShown = sql`show_birthday = 1`

/** The condition that the account of a row of `users` was neither deleted nor merged, as in the indexes of counts. */
export const isAccountRow = sql`merged_into_id IS NULL AND deleted_at IS NULL`

/** Members. Triggers maintain balances from the ledger, and counts from the rows that they count. */
export const users = sqliteTable(
  'users',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    nickname: text().notNull(),
    nicknameKey: text('nickname_key').notNull(),
    /**
     * The skeleton of the nickname (`skeletonOf`), equal for look-alikes. Null for nicknames older than that rule, and
     * for ended accounts.
     */
    nicknameSkeleton: text('nickname_skeleton'),
    /** yyyy-mm-dd. */
    birthDate: text('birth_date').notNull(),
    /** The address for account recovery, confirmed by its own link; in lower case. */
    email: text(),
    /** An address that becomes `email` once its link was opened. */
    pendingEmail: text('pending_email'),
    /** A patron wants mails about new private messages and new fans. */
    emailMessages: integer('email_messages', { mode: 'boolean' }).notNull().default(false),
    emailFans: integer('email_fans', { mode: 'boolean' }).notNull().default(false),
    /** The member wants a mail when an export is ready that they asked for. */
    emailExports: integer('email_exports', { mode: 'boolean' }).notNull().default(true),
    /** The member wants mails about compos that they take part in, and those of their groups. */
    emailCompos: integer('email_compos', { mode: 'boolean' }).notNull().default(false),
    about: text().notNull().default(''),
    /**
     * Members mentioned in `about`, with positions; null for a text from before they were stored. `profile_mentions` is
     * derived from it.
     */
    aboutMentions: text('about_mentions', { mode: 'json' }).$type<Mention[]>(),
    /** A code of contract/countries.ts, or empty. */
    country: text().notNull().default(''),
    gender: text().$type<Gender>().notNull().default(''),
    /** An http or https address, or empty. */
    website: text().notNull().default(''),
    /**
     * A patron's web address; null for none. It is stored, but does not lead anywhere, while the member is no patron.
     */
    slug: text(),
    /** The previous web address. It leads to the member until they change or remove the current one. */
    formerSlug: text('former_slug'),
    /** The name in a patron's watermarks; empty for the nickname. */
    watermarkName: text('watermark_name').notNull().default(''),
    avatarKey: text('avatar_key'),
    /** The image key of a sketch, or `generic/` and the name of a generic cover (contract/covers.ts). */
    coverKey: text('cover_key'),
    /** A row of `emoticons` that `(me)` draws in chat; none if that row is gone. */
    emoticonId: integer('emoticon_id'),
    /** Letters of roles: g m a f p. */
    flags: text().notNull().default(''),
    /**
     * The end of the term that a patron bought, got as a gift, or has from staff; null for none. A job takes the flag
     * at the end.
     */
    patronUntil: integer('patron_until'),
    /** The end of the term about which the member got a reminder by mail. */
    patronReminderFor: integer('patron_reminder_for'),
    /** The time at which the member became a patron, which a longer term does not change. Null for others. */
    patronSince: integer('patron_since'),
    showMature: integer('show_mature', { mode: 'boolean' }).notNull().default(false),
    /** Null until the member chose one. */
    theme: text().$type<Theme>(),
    /** The site's pages have the chat box. */
    showChat: integer('show_chat', { mode: 'boolean' }).notNull().default(true),
    /** Others see the birthday, without the year. Only adults can choose this; sign-up turns it off. */
    showBirthday: integer('show_birthday', { mode: 'boolean' }).notNull().default(true),
    /** The pages of the member's sketches name the device from which they were posted. */
    showDevice: integer('show_device', { mode: 'boolean' }).notNull().default(false),
    /** Others see the streak in challenges. */
    showStreak: integer('show_streak', { mode: 'boolean' }).notNull().default(true),
    /** An IANA name; null until the browser sent it. */
    timeZone: text('time_zone'),
    /** The time at which the member last chose another time zone. */
    timeZoneChangedAt: integer('time_zone_changed_at'),
    /** Members from whom this one takes messages. */
    messagesFrom: text('messages_from').$type<MessagesFrom>().notNull().default('everyone'),
    /** The account into which staff merged this one. The pages of this account redirect there. */
    mergedIntoId: integer('merged_into_id').references((): AnySQLiteColumn => users.id),
    /** Part of the member's API key. Another version makes the key invalid. */
    apiKeyVersion: integer('api_key_version').notNull().default(1),
    /** The member asked for the deletion of the account, which begins at this time. */
    deletesAt: integer('deletes_at'),
    /** The deletion began. From then on the row only holds balances under an id without a person. */
    deletedAt: integer('deleted_at'),
    heartsAvailable: integer('hearts_available').notNull().default(0),
    heartsReceived: integer('hearts_received').notNull().default(0),
    glops: integer().notNull().default(0),
    /** Hearts earned by glops: one for every full 150. */
    heartsEarned: integer('hearts_earned').notNull().default(0),
    fansCount: integer('fans_count').notNull().default(0),
    /** Fans who want the member's notes. */
    noteFansCount: integer('note_fans_count').notNull().default(0),
    sketchesCount: integer('sketches_count').notNull().default(0),
    sketchesForAllCount: integer('sketches_for_all_count').notNull().default(0),
    /** Comments on the profile. */
    commentsCount: integer('comments_count').notNull().default(0),
    /** Comments on the member's sketches. */
    sketchCommentsCount: integer('sketch_comments_count').notNull().default(0),
    likesReceived: integer('likes_received').notNull().default(0),
    unreadNotificationsCount: integer('unread_notifications_count').notNull().default(0),
    /** Threads of messages with unread posts. */
    unreadMessagesCount: integer('unread_messages_count').notNull().default(0),
    viewsCount: integer('views_count').notNull().default(0),
    /** Bytes of the member's sketches with their attached files, and of recordings. Pending uploads are not in it. */
    storedBytes: integer('stored_bytes').notNull().default(0),
    /** The part of `storedBytes` that sketches in PNG take, without their attached files. */
    pngBytes: integer('png_bytes').notNull().default(0),
    /** Bytes of the member's sketches in JPEG and other formats. */
    jpgBytes: integer('jpg_bytes').notNull().default(0),
    /** The time of the last visit, to the hour, or of the last sketch. */
    activeAt: integer('active_at').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** mm-dd. */
    birthday: text().generatedAlwaysAs(sql`(substr(birth_date, 6))`, { mode: 'virtual' }),
  },
  (table) => [
    uniqueIndex('users_nickname_key').on(table.nicknameKey),
    uniqueIndex('users_nickname_skeleton').on(table.nicknameSkeleton),
    uniqueIndex('users_slug').on(table.slug),
    uniqueIndex('users_former_slug').on(table.formerSlug),
    uniqueIndex('users_email').on(table.email),
    index('users_active').on(table.activeAt, table.id),
    index('users_birthdays').on(table.birthday, table.fansCount, table.id).where(isBirthdayShown),
    index('users_patrons').on(table.fansCount, table.id).where(isPatronRow),
    index('users_patron_terms').on(table.patronUntil).where(sql`patron_until IS NOT NULL`),
    index('users_merged').on(table.mergedIntoId).where(sql`merged_into_id IS NOT NULL`),
    index('users_deletions').on(table.deletesAt).where(sql`deletes_at IS NOT NULL`),
    index('users_admins').on(table.id).where(isAdminRow),
    index('users_fans').on(table.fansCount, table.id).where(isAccountRow),
    index('users_glops').on(table.glops, table.id).where(isAccountRow),
    index('users_sketches').on(table.sketchesCount, table.id).where(isAccountRow),
    index('users_sketches_for_all').on(table.sketchesForAllCount, table.id).where(isAccountRow),
    check('hearts_not_overspent', sql`${table.heartsAvailable} >= 0`),
  ],
)

/** Members mentioned in the texts of profiles. */
export const profileMentions = sqliteTable(
  'profile_mentions',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    profileId: integer('profile_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.profileId] }),
    index('profile_mentions_profile').on(table.profileId),
  ],
)

/** Fans of artists: `userId` is the artist. */
export const fans = sqliteTable(
  'fans',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    fanId: integer('fan_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** Notifications that the fan wants from this artist [2 §7]: notes to all fans, uploads, streams. */
    notifyNotes: integer('notify_notes', { mode: 'boolean' }).notNull().default(true),
    notifyUploads: integer('notify_uploads', { mode: 'boolean' }).notNull().default(true),
    notifyStreams: integer('notify_streams', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.fanId] }),
    index('fans_notify_streams').on(table.userId, table.fanId).where(sql`notify_streams = 1`),
    index('fans_fan_of').on(table.fanId, table.userId),
    index('fans_age').on(table.userId, table.createdAt, table.fanId),
    index('fans_fan_of_age').on(table.fanId, table.createdAt, table.userId),
    check('nobody_is_their_own_fan', sql`${table.userId} <> ${table.fanId}`),
  ],
)

/** Blocks. They work in both directions: neither member sees the other's content in lists. */
export const blocks = sqliteTable(
  'blocks',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    blockedId: integer('blocked_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.blockedId] }),
    index('blocks_of').on(table.blockedId, table.userId),
    index('blocks_age').on(table.userId, table.createdAt, table.blockedId),
    check('nobody_blocks_themselves', sql`${table.userId} <> ${table.blockedId}`),
  ],
)
