import { eq, type SQL, sql } from 'drizzle-orm'
import { GENERIC_COVERS, genericCover } from '../../../contract/covers.ts'
import type { EditProfileBody, ProfileInfo } from '../../../contract/http/edit-profile.ts'
import { TIME_ZONE_CHANGE_DAYS } from '../../../contract/limits.ts'
import { nicknameKey } from '../../../contract/text.ts'
import type { Theme } from '../../../contract/theme.ts'
import type { AuditEntry } from '../../domain/audit-log/audit-log.ts'
import { type QueuedMails, queueMail } from '../../domain/mail/queue.ts'
import { hasCoverSize } from '../../domain/sketches/schema.ts'
import { GENERIC_COVER_PREFIX } from '../../domain/users/list-items.ts'
import { findMentions } from '../../domain/users/mentions.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { skeletonOf } from '../../lib/skeleton.ts'
import { chosenEmoticon } from './emoticons.ts'
import { isFormerOfAnother, slugColumns } from './web-address.ts'

const DAY_MS = 86_400_000

export type ProfileEdit = {
  userId: number
  /** Fields that are left out stay as they are. */
  form: EditProfileBody
  /** The member of staff who edits, what they change, and why; absent for an edit of one's own profile. */
  staff?: { id: number; before: ProfileInfo; reason: string }
  /** Days that the new time zone cuts short (`daysCutShort`). */
  cutShort?: readonly number[]
  now: number
}

/**
 * Saves the form of a member and returns the mails that this queued. Edits by staff are written to the audit log. Fails
 * with `nickname_taken`, `slug_taken`, `email_limit`, or `unsuitable_picture` if avatar or cover is neither the present
 * one nor one that the member can use. An emoticon that cannot be drawn is saved as none.
 */
export async function saveProfileForm(
  db: Db,
  { userId, form, staff, cutShort = [], now }: ProfileEdit,
): Promise<Result<QueuedMails, 'nickname_taken' | 'slug_taken' | 'email_limit' | 'unsuitable_picture'>> {
  const {
    nickname,
    avatar,
    cover,
    slug,
    wmName: watermarkName,
    emailMsg,
    emailFan,
    emailExport,
    emailCompo,
    email,
    emoticonId,
    timeZone,
    ...columns
  } = form
  const avatarKey = avatar === undefined ? undefined : imageKeyOf(avatar)
  const coverKey = cover === undefined ? undefined : coverKeyOf(cover)
  const isUnknown = (avatar !== undefined && avatarKey === undefined) || (cover !== undefined && coverKey === undefined)
  const { about } = form
  const mentions = about === undefined ? '' : JSON.stringify(await findMentions(db, null, about))
  if (isUnknown) return failure('unsuitable_picture')
  const isFormer = isFormerOfAnother(slug ?? '', userId)
  const isAllowed = sql`${isMember(userId)} AND NOT ${isFormer} AND ${mayBeAvatar(avatarKey)} AND ${mayBeCover(coverKey)}`
  const update = db
    .update(users)
    .set({
      ...columns,
      // The update needs a column, even if no field changes.
      nickname: nickname ?? sql`users.nickname`,
      ...(nickname !== undefined && {
        nicknameKey: nicknameKey(nickname),
        // A nickname from before the rule stays, even if it looks like another one.
        nicknameSkeleton: sql`iif(users.nickname = ${nickname}, users.nickname_skeleton, ${skeletonOf(nickname)})`,
      }),
      ...(slug !== undefined && slugColumns(slug)),
      watermarkName,
      emailMessages: emailMsg,
      emailFans: emailFan,
      emailExports: emailExport,
      emailCompos: emailCompo,
      ...(about !== undefined && {
        aboutMentions: sql`CASE WHEN users.about = ${about} THEN coalesce(users.about_mentions, ${mentions})
          ELSE ${mentions} END`,
      }),
      ...(email !== undefined && emailColumns(email)),
      ...(timeZone && zoneColumns(timeZone, now)),
      avatarKey,
      coverKey,
      emoticonId: emoticonId && chosenEmoticon(emoticonId),
    })
    .where(isAllowed)
    .returning({ id: users.id })
  const changes = staff ? changesOf(staff.before, form) : {}
  const log = sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
    SELECT ${staff?.id ?? 0}, 'edit', users.id, 'user', users.id, ${staff?.reason ?? ''}, ${JSON.stringify(changes)}, ${now}
    FROM users WHERE ${Number(Object.keys(changes).length > 0)} AND ${isAllowed}`
  const mails = emailMails(db, { email, isAllowed, now })
  const excused = excuseDays(db, cutShort, sql`${isAllowed} AND ${mayChangeZone(now)}`)
  const saved = await tryWrite(
    db.batch([
      mails.confirm,
      mails.removed,
      statement(db, log),
      excused,
      statement<{ isFormer: number }>(db, sql`SELECT ${isFormer} AS isFormer`),
      update,
      // After the update, whose conditions it does not repeat.
      statement(
        db,
        sql`UPDATE group_requests SET nickname = users.nickname FROM users
          WHERE group_requests.user_id = ${userId} AND state = 'pending' AND users.id = ${userId}
            AND group_requests.nickname <> users.nickname`,
      ),
      ...mentionStatements(db, userId),
    ]),
    {
      'users.nickname_key': 'nickname_taken',
      'users.nickname_skeleton': 'nickname_taken',
      'users.slug': 'slug_taken',
      confirm_email_limit: 'email_limit',
    },
  )
  if (!saved.ok) return saved
  const [confirm, removed, , , [address], updated] = saved.value
  if (address?.isFormer) return failure('slug_taken')
  return updated.length > 0 ? success([...confirm, ...removed]) : failure('unsuitable_picture')
}

/** Statements after the update, which make the rows of `profile_mentions` those of the text. */
function mentionStatements(db: Db, userId: number) {
  const mentioned = sql`SELECT value ->> 'userId' AS user_id, users.id AS profile_id
    FROM users, json_each(coalesce(about_mentions, '[]')) WHERE users.id = ${userId}`
  return [
    sql`DELETE FROM profile_mentions WHERE profile_id = ${userId} AND user_id NOT IN (SELECT user_id FROM (${mentioned}))`,
    sql`INSERT OR IGNORE INTO profile_mentions (user_id, profile_id) ${mentioned}`,
  ].map((query) => statement(db, query))
}

/** The condition on a row of `users` that its time zone was not changed within the last days. */
const mayChangeZone = (now: number) =>
  sql`coalesce(users.time_zone_changed_at, 0) <= ${now - TIME_ZONE_CHANGE_DAYS * DAY_MS}`

/**
 * The columns of a changed time zone. It stays if it was changed within the last days. The first choice does not count
 * as a change.
 */
function zoneColumns(timeZone: string, now: number) {
  const isChange = sql`users.time_zone <> ${timeZone} AND ${mayChangeZone(now)}`
  return {
    timeZone: sql`iif(users.time_zone IS NULL OR ${isChange}, ${timeZone}, users.time_zone)`,
    timeZoneChangedAt: sql`iif(${isChange}, ${now}, users.time_zone_changed_at)`,
  }
}

/** Makes the statement that excuses days, before the update that changes the time zone. */
function excuseDays(db: Db, days: readonly number[], condition: SQL) {
  return statement(
    db,
    sql`INSERT INTO streak_days (user_id, day, excused) SELECT users.id, value, 1
      FROM users, json_each(${JSON.stringify(days)}) WHERE ${condition} ON CONFLICT DO UPDATE SET excused = 1`,
  )
}

/**
 * The columns of a changed address. A new address waits for its link, while the present one stays. An empty one removes
 * both.
 */
function emailColumns(email: string) {
  if (email === '') return { email: null, pendingEmail: null }
  return { pendingEmail: sql`iif(users.email = ${email}, NULL, ${email})` }
}

/**
 * Statements before the update. They queue the mail with the link to a new address, and a mail to a previous one that
 * was removed.
 */
function emailMails(db: Db, { email, isAllowed, now }: { email: string | undefined; isAllowed: SQL; now: number }) {
  const isNew = sql`${email ? 1 : 0} AND users.email IS NOT ${email ?? ''} AND users.pending_email IS NOT ${email ?? ''}`
  const isRemoved = sql`${email === '' ? 1 : 0} AND users.email IS NOT NULL`
  const mail = (kind: 'confirm_email' | 'email_changed', address: SQL, condition: SQL) =>
    queueMail(db, { kind, address, where: sql`${isAllowed} AND ${condition}`, now })
  return {
    confirm: mail('confirm_email', sql`${email ?? ''}`, isNew),
    removed: mail('email_changed', sql`users.email`, isRemoved),
  }
}

/** The changed values by name, before and after. */
function changesOf(before: ProfileInfo, form: Partial<ProfileInfo>): NonNullable<AuditEntry['changes']> {
  const after = { ...before, ...form }
  const names = (Object.keys(before) as (keyof ProfileInfo)[]).filter((name) => before[name] !== after[name])
  return Object.fromEntries(names.map((name) => [name, [before[name], after[name]] as const]))
}

/** Finds the text about a member. */
export async function findAbout(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.select({ about: users.about }).from(users).where(eq(users.id, userId)).get()
  return row?.about
}

export async function setTheme(db: Db, userId: number, theme: Theme): Promise<void> {
  await db.update(users).set({ theme }).where(eq(users.id, userId))
}

/** The key of a picture's address; null without a picture, undefined for other addresses. */
export function imageKeyOf(address: string | null): string | null | undefined {
  return address === null ? null : /^\/image\/([\w-]+)$/.exec(address)?.[1]
}

function coverKeyOf(address: string | null): string | null | undefined {
  const generic = GENERIC_COVERS.find((name) => genericCover(name) === address)
  return generic ? GENERIC_COVER_PREFIX + generic : imageKeyOf(address)
}

/**
 * The conditions that an image key may be used by a row of `users`: it is none, left out, the present one, or that of a suitable
 * sketch of the member.
 */
function mayBeAvatar(key: string | null | undefined): SQL {
  if (!key) return sql`1`
  return sql`(users.avatar_key = ${key} OR EXISTS (SELECT 1 FROM sketches
    WHERE image_key = ${key} AND user_id = users.id AND mature = 0 AND violation IS NULL))`
}

function mayBeCover(key: string | null | undefined): SQL {
  if (!key || key.startsWith(GENERIC_COVER_PREFIX)) return sql`1`
  return sql`(users.cover_key = ${key} OR EXISTS (SELECT 1 FROM sketches
    WHERE image_key = ${key} AND user_id = users.id AND mature = 0 AND violation IS NULL AND ${hasCoverSize}))`
}
