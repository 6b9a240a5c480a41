import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { listCountries } from '../../../contract/countries.ts'
import { GENERIC_COVERS, genericCover } from '../../../contract/covers.ts'
import type { EditProfileReply, ProfileForm, ProfileInfo } from '../../../contract/http/edit-profile.ts'
import { OFFERED_AVATARS_MAX, OFFERED_COVERS_MAX } from '../../../contract/limits.ts'
import { nicknameKey } from '../../../contract/text.ts'
import type { Theme } from '../../../contract/theme.ts'
import type { AuditEntry } from '../../domain/audit-log/audit-log.ts'
import { hasCoverSize, sketches } from '../../domain/sketches/schema.ts'
import { coverAddress, GENERIC_COVER_PREFIX } from '../../domain/users/list-items.ts'
import { isAdult } from '../../domain/users/rules.ts'
import { users } from '../../domain/users/schema.ts'
import { isPatron } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { DONE, failure, type Result, tryWrite } from '../../lib/result.ts'

const formColumns = {
  nickname: users.nickname,
  about: users.about,
  country: users.country,
  gender: users.gender,
  website: users.website,
  avatarKey: users.avatarKey,
  coverKey: users.coverKey,
  showChat: users.showChat,
  showMature: users.showMature,
  showBirthday: users.showBirthday,
  showDevice: users.showDevice,
  messagesFrom: users.messagesFrom,
  theme: users.theme,
  birthDate: users.birthDate,
  flags: users.flags,
  slug: users.slug,
  watermarkName: users.watermarkName,
}

function selectOffered(db: Db, userId: number, { where, limit }: { where: SQL; limit: number }) {
  return db
    .select({ id: sketches.id, title: sketches.title, imageKey: sketches.imageKey })
    .from(sketches)
    .where(and(eq(sketches.userId, userId), where))
    .orderBy(desc(sketches.id))
    .limit(limit)
}

/** Finds the form of a member, for themselves or for staff, and their flags; null if the member does not exist. */
export async function findProfileForm(
  db: Db,
  { viewerId, userId, now }: { viewerId: number; userId: number; now: number },
): Promise<{ flags: string; form: EditProfileReply } | null> {
  const [[row], avatars, covers] = await db.batch([
    db.select(formColumns).from(users).where(eq(users.id, userId)),
    selectOffered(db, userId, { where: sql`listed_for_all = 1`, limit: OFFERED_AVATARS_MAX }),
    // The plus keeps SQLite to the index of covers.
    selectOffered(db, userId, { where: sql`${hasCoverSize} AND +listed_for_all = 1`, limit: OFFERED_COVERS_MAX }),
  ])
  if (!row) return null
  const {
    birthDate,
    flags,
    slug,
    watermarkName,
    avatarKey,
    coverKey,
    showChat,
    showMature,
    showBirthday,
    showDevice,
    messagesFrom,
    theme,
    ...texts
  } = row
  const info: ProfileInfo = { ...texts, avatar: avatarKey && imageBase(avatarKey), cover: coverAddress(coverKey) }
  const choices = {
    covers: GENERIC_COVERS.map(genericCover),
    recentSketches: covers.map(offeredOf),
    avatars: avatars.map(offeredOf),
    countries: listCountries(),
  }
  if (viewerId !== userId) return { flags, form: { id: userId, own: false, userInfo: info, ...choices } }
  const [, birthMonth = 1, birthDay = 1] = birthDate.split('-').map(Number)
  const settings = { showChat, showMature, showBirthday, showDevice, messagesFrom, theme }
  const userInfo = { ...info, ...settings, birthDay, birthMonth, useNewSite: true as const }
  const userPro = isPatron({ flags }) ? { slug: slug ?? '', wmName: watermarkName } : null
  const mayShowMature = isAdult(birthDate, now)
  return { flags, form: { id: userId, own: true, userInfo, userPro, mayShowMature, ...choices } }
}

type Offered = { id: number; title: string; imageKey: string }

const offeredOf = ({ imageKey, ...sketch }: Offered) => ({ ...sketch, imageUrl: imageBase(imageKey) })

export type ProfileEdit = {
  userId: number
  form: ProfileInfo | ProfileForm
  /** The member of staff who edits, and what they change; absent for an edit of one's own profile. */
  staff?: { id: number; before: ProfileInfo; now: number }
}

/**
 * Saves the form of a member. Edits by staff are written to the audit log. Fails with `nickname_taken`, `slug_taken`, or
 * `unsuitable_picture` if avatar or cover is neither the present one nor one that the member can use.
 */
export async function saveProfileForm(
  db: Db,
  { userId, form, staff }: ProfileEdit,
): Promise<Result<void, 'nickname_taken' | 'slug_taken' | 'unsuitable_picture'>> {
  const { avatar, cover, slug, wmName: watermarkName, ...columns } = { slug: undefined, wmName: undefined, ...form }
  const [avatarKey, coverKey] = [imageKeyOf(avatar), coverKeyOf(cover)]
  if (avatarKey === undefined || coverKey === undefined) return failure('unsuitable_picture')
  const isAllowed = sql`users.id = ${userId} AND ${mayBeAvatar(avatarKey)} AND ${mayBeCover(coverKey)}`
  const update = db
    .update(users)
    .set({
      ...columns,
      nicknameKey: nicknameKey(form.nickname),
      slug: slug === '' ? null : slug,
      watermarkName,
      avatarKey,
      coverKey,
    })
    .where(isAllowed)
    .returning({ id: users.id })
  const changes = staff ? changesOf(staff.before, form) : {}
  const log = sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, changes, created_at)
    SELECT ${staff?.id ?? 0}, 'edit', users.id, 'user', users.id, ${JSON.stringify(changes)}, ${staff?.now ?? 0}
    FROM users WHERE ${Number(Object.keys(changes).length > 0)} AND ${isAllowed}`
  const saved = await tryWrite(db.batch([statement(db, log), update]), {
    'users.nickname_key': 'nickname_taken',
    'users.slug': 'slug_taken',
  })
  if (!saved.ok) return saved
  return saved.value[1].length > 0 ? DONE : failure('unsuitable_picture')
}

/** The changed values by name, before and after. */
function changesOf(before: ProfileInfo, form: ProfileInfo): NonNullable<AuditEntry['changes']> {
  const names = (Object.keys(before) as (keyof ProfileInfo)[]).filter((name) => before[name] !== form[name])
  return Object.fromEntries(names.map((name) => [name, [before[name], form[name]] as const]))
}

export async function setTheme(db: Db, userId: number, theme: Theme): Promise<void> {
  await db.update(users).set({ theme }).where(eq(users.id, userId))
}

/** The image key of a base address, null for null; undefined for other addresses. */
function imageKeyOf(address: string | null): string | null | undefined {
  return address === null ? null : /^\/image\/([\w-]+)$/.exec(address)?.[1]
}

function coverKeyOf(address: string | null): string | null | undefined {
  const generic = GENERIC_COVERS.find((name) => genericCover(name) === address)
  return generic ? GENERIC_COVER_PREFIX + generic : imageKeyOf(address)
}

/** Conditions on a row of `users`: the key is none, the present one, or that of a suitable sketch of the member. */
function mayBeAvatar(key: string | null): SQL {
  if (key === null) return sql`1`
  return sql`(users.avatar_key = ${key} OR EXISTS (SELECT 1 FROM sketches
    WHERE image_key = ${key} AND user_id = users.id AND mature = 0 AND violation IS NULL))`
}

function mayBeCover(key: string | null): SQL {
  if (key === null || key.startsWith(GENERIC_COVER_PREFIX)) return sql`1`
  return sql`(users.cover_key = ${key} OR EXISTS (SELECT 1 FROM sketches
    WHERE image_key = ${key} AND user_id = users.id AND mature = 0 AND violation IS NULL AND ${hasCoverSize}))`
}
