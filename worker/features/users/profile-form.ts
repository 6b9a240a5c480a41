import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { listCountries } from '../../../contract/countries.ts'
import { GENERIC_COVERS, genericCover } from '../../../contract/covers.ts'
import type { EditProfileReply, ProfileInfo } from '../../../contract/http/edit-profile.ts'
import { OFFERED_AVATARS_MAX, OFFERED_COVERS_MAX } from '../../../contract/limits.ts'
import { hasCoverSize, sketches } from '../../domain/sketches/schema.ts'
import { coverAddress } from '../../domain/users/list-items.ts'
import { isAdult } from '../../domain/users/rules.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember, isPatron } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { selectRecentEmoticons } from './emoticons.ts'

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
  showStreak: users.showStreak,
  timeZone: users.timeZone,
  messagesFrom: users.messagesFrom,
  theme: users.theme,
  emoticonId: users.emoticonId,
  email: users.email,
  pendingEmail: users.pendingEmail,
  emailMessages: users.emailMessages,
  emailFans: users.emailFans,
  emailExports: users.emailExports,
  emailCompos: users.emailCompos,
  birthDate: users.birthDate,
  flags: users.flags,
  slug: users.slug,
  watermarkName: users.watermarkName,
}

/** Number of the newest sketches of a cover's size among which covers are offered, because most may be unlisted. */
const COVERS_TRIED = 200

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
  const firstTried = sql`coalesce((SELECT id FROM sketches WHERE user_id = ${userId} AND ${hasCoverSize}
    ORDER BY id DESC LIMIT 1 OFFSET ${COVERS_TRIED}), 0)`
  // The plus makes SQLite use the index of covers.
  const isCover = sql`${hasCoverSize} AND +listed_for_all = 1 AND ${sketches.id} > ${firstTried}`
  const [[row], avatars, covers, emoticons] = await db.batch([
    db.select(formColumns).from(users).where(isMember(userId)),
    selectOffered(db, userId, { where: sql`listed_for_all = 1`, limit: OFFERED_AVATARS_MAX }),
    selectOffered(db, userId, { where: isCover, limit: OFFERED_COVERS_MAX }),
    selectRecentEmoticons(db, userId),
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
    showStreak,
    timeZone,
    messagesFrom,
    theme,
    emoticonId,
    email,
    pendingEmail,
    emailMessages,
    emailFans,
    emailExports: emailExport,
    emailCompos: emailCompo,
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
  const recentEmoticons = emoticons.map(({ imageKey, ...emoticon }) => ({ ...emoticon, image: imageBase(imageKey) }))
  const isDrawn = recentEmoticons.some(({ id }) => id === emoticonId)
  const shown = {
    showChat,
    showMature,
    showBirthday,
    showDevice,
    showStreak,
    timeZone,
    messagesFrom,
    emailExport,
    emailCompo,
    theme,
  }
  const settings = { email: pendingEmail ?? email ?? '', ...shown, emoticonId: isDrawn ? emoticonId : null }
  const userInfo = { ...info, ...settings, birthDay, birthMonth, useNewSite: true as const }
  const mails = { emailMsg: emailMessages, emailFan: emailFans }
  const userPro = isPatron({ flags }) ? { slug: slug ?? '', wmName: watermarkName, ...mails } : null
  const access = { mayShowMature: isAdult(birthDate, now), confirmedEmail: email }
  return { flags, form: { id: userId, own: true, userInfo, userPro, ...access, recentEmoticons, ...choices } }
}

type Offered = { id: number; title: string; imageKey: string }

const offeredOf = ({ imageKey, ...sketch }: Offered) => ({ ...sketch, imageUrl: imageBase(imageKey) })
