import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as z from 'zod/mini'
import { countryName } from '../../../contract/countries.ts'
import type { FanNotifySettings, FoundPerson, Profile } from '../../../contract/http/users.ts'
import { GLOPS_PER_HEART } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { nominationsYear, winsOfArtist, wonAwardsOf } from '../../domain/awards/wins.ts'
import { starsAvailableColumn } from '../../domain/ledger/stars.ts'
import { takesMessagesFrom } from '../../domain/messages/access.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { currentStreakFrom, selectSettled, selectStreakDays } from '../../domain/streaks/queries.ts'
import { streams } from '../../domain/streams/schema.ts'
import { streamsListedFor } from '../../domain/streams/visibility.ts'
import { apiKeyOf } from '../../domain/users/api-key.ts'
import { coverAddress, personColumns, personOf } from '../../domain/users/list-items.ts'
import { shownMentions } from '../../domain/users/mentions.ts'
import { isBirthdayShown, users } from '../../domain/users/schema.ts'
import { isMember, isPatron, isStaff, mayFeature, type Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { parseStrings } from '../../lib/json.ts'
import { emoticonKeyColumn } from './emoticons.ts'

function selectProfile(db: Db, viewer: Viewer | null, { id, now }: { id: number; now: number }) {
  const viewerId = viewer?.id ?? 0
  return db
    .select({
      ...personColumns,
      coverKey: users.coverKey,
      about: users.about,
      aboutMentions: shownMentions(users.aboutMentions),
      country: users.country,
      gender: users.gender,
      website: users.website,
      birthday: sql<string | null>`iif(${isBirthdayShown}, ${users.birthday}, NULL)`,
      flags: users.flags,
      patronSince: users.patronSince,
      apiKeyVersion: users.apiKeyVersion,
      showStreak: users.showStreak,
      timeZone: users.timeZone,
      issuers: sql<string>`(SELECT json_group_array(issuer) FROM identities
        WHERE identities.user_id = users.id AND identities.user_id = ${viewerId})`.as('issuers'),
      createdAt: users.createdAt,
      glops: users.glops,
      fans: users.fansCount,
      sketches: viewer?.showMature || viewerId === id ? users.sketchesCount : users.sketchesForAllCount,
      albums: sql<number>`(SELECT count(*) FROM albums WHERE albums.user_id = ${users.id})`,
      views: users.viewsCount,
      heartsAvailable: users.heartsAvailable,
      heartsEarned: users.heartsEarned,
      starsAvailable: starsAvailableColumn(viewerId, now),
      fanSettings: sql<
        string | null
      >`(SELECT json_array(fans.notify_notes, fans.notify_uploads, fans.notify_streams) FROM fans
        WHERE fans.user_id = users.id AND fans.fan_id = ${viewerId})`,
      blocking:
        sql`EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = ${viewerId} AND blocks.blocked_id = users.id)`.mapWith(
          Boolean,
        ),
      blocked: blockedColumn(viewer, users.id),
      canMessage: sql`${viewer ? takesMessagesFrom(viewer.id) : sql`0`}`.mapWith(Boolean).as('can_message'),
      awards: winsOfArtist(viewer),
      nominationsYear: nominationsYear(now),
      // Named, because a batch keeps one column of each name.
      liveId: sql<number | null>`${streams.id}`.as('live_id'),
      liveTitle: sql<string | null>`${streams.title}`.as('live_title'),
    })
    .from(users)
    .leftJoin(
      streams,
      // A unique index allows one live stream per member.
      and(
        eq(streams.userId, users.id),
        sql`${streams.state} = 'live'`,
        or(streamsListedFor(viewer), eq(streams.userId, viewerId)),
      ),
    )
    .where(isMember(shownAs(id)))
}

/** The page of a merged account redirects to the account into which it was merged. */
function shownAs(id: number): SQL {
  return sql`coalesce((SELECT merged_into_id FROM users WHERE id = ${id}), ${id})`
}

/** The issuers of members' identities and the secret of keys. Null if the session may not see ways to log in. */
type Own = { google: string; apple: string; apiKeySecret: string } | null

/** Finds a profile as the viewer may see it; null when the member does not exist or has blocked the viewer. */
export async function findProfile(
  db: Db,
  viewer: Viewer | null,
  { id, now, own }: { id: number; now: number; own: Own },
): Promise<Profile | null> {
  const shown = shownAs(id)
  const [[row], days, settled] = await db.batch([
    selectProfile(db, viewer, { id, now }),
    selectStreakDays(db, shown),
    selectSettled(db, shown),
  ])
  if (!row) return null
  const {
    flags,
    createdAt,
    heartsAvailable,
    heartsEarned,
    starsAvailable,
    blocked,
    blocking,
    canMessage,
    avatarKey,
    coverKey,
    country,
    birthday,
    fanSettings,
    patronSince,
    issuers,
    apiKeyVersion,
    showStreak,
    timeZone,
    liveId,
    liveTitle,
    ...profile
  } = row
  const person = personOf({ ...profile, avatarKey })
  if (blocked && !isStaff(viewer)) return blocking ? { hidden: true, ...person, blocking } : null
  const isOwn = viewer?.id === id
  const { length, longest } = currentStreakFrom({ days, settled }, timeZone, now)
  return {
    hidden: false,
    ...profile,
    ...person,
    awards: wonAwardsOf(profile.awards),
    cover: coverAddress(coverKey),
    live: liveId === null ? null : { id: liveId, title: liveTitle ?? '' },
    streak: (showStreak || isOwn) && longest > 0 ? { length, longest } : null,
    countryName: countryName(country),
    birthDay: birthday === null ? null : Number(birthday.slice(3)),
    birthMonth: birthday === null ? null : Number(birthday.slice(0, 2)),
    joined: toWireTime(createdAt),
    patron: isPatron({ flags }),
    isFanOf: fanSettings !== null,
    notify: fanSettings === null ? null : settingsOf(settingFlags.parse(JSON.parse(fanSettings))),
    blocking,
    canMessage: canMessage && !blocked,
    heartsAvailable: isOwn ? heartsAvailable : null,
    // Negative after glops were removed: they must be earned again first.
    heartsGlopAccum: isOwn ? Math.max(0, row.glops - heartsEarned * GLOPS_PER_HEART) : null,
    starsAvailable: isOwn && mayFeature(viewer) ? starsAvailable : null,
    appleId: isOwn && own ? parseStrings(issuers).includes(own.apple) : null,
    google: isOwn && own ? parseStrings(issuers).includes(own.google) : null,
    patronSince: patronSince !== null && isPatron({ flags }) ? toWireTime(patronSince) : null,
    apiKey: isOwn && own ? await apiKeyOf(own.apiKeySecret, { userId: id, version: apiKeyVersion }) : null,
  }
}

/** Replaces a member's API key. */
export async function renewApiKey(db: Db, secret: string, userId: number): Promise<string | null> {
  const [row] = await db
    .update(users)
    .set({ apiKeyVersion: sql`api_key_version + 1` })
    .where(eq(users.id, userId))
    .returning({ version: users.apiKeyVersion })
  return row ? apiKeyOf(secret, { userId, version: row.version }) : null
}

/**
 * Lists members by id with their emoticons, without those who do not exist. For a merged account, lists the name of the
 * account into which it was merged, under the requested id.
 */
export async function listPeople(db: Db, ids: readonly number[]): Promise<FoundPerson[]> {
  const asked = alias(users, 'asked')
  const rows = await db
    .select({ ...personColumns, id: asked.id, emoticonKey: emoticonKeyColumn })
    .from(asked)
    .innerJoin(users, eq(users.id, sql`coalesce(${asked.mergedIntoId}, ${asked.id})`))
    .where(sql`${asked.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
  return rows.map(({ emoticonKey, ...row }) => ({
    ...personOf(row),
    ...(emoticonKey !== null && { emoticon: imageBase(emoticonKey) }),
  }))
}

/** Notification settings of a fan: notes, uploads, streams. */
const settingFlags = z.tuple([z.int(), z.int(), z.int()])

function settingsOf([notes, upload, stream]: z.infer<typeof settingFlags>): FanNotifySettings {
  return { notes: notes === 1, upload: upload === 1, stream: stream === 1 }
}
