import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import {
  type EditProfileReply,
  editProfileBody,
  profileByStaff,
  themeBody,
} from '../../../contract/http/edit-profile.ts'
import { TIME_ZONE_CHANGE_DAYS } from '../../../contract/limits.ts'
import { timeZoneBody } from '../../../contract/time-zone.ts'
import { mayBan } from '../../domain/bans/rules.ts'
import { enterRoomsAgain } from '../../domain/chat/sockets.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { daysCutShort } from '../../domain/streaks/local-day.ts'
import { saveFirstTimeZone } from '../../domain/streaks/queries.ts'
import { countEdit } from '../../domain/users/member-limits.ts'
import { nicknameRefusal } from '../../domain/users/nicknames.ts'
import { isAdult } from '../../domain/users/rules.ts'
import { isPatron, type Viewer } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { jsonOrPage } from '../../middleware/json-or-page.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireOwnSession, requireStaff, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { findAbout, imageKeyOf, type ProfileEdit, saveProfileForm, setTheme } from './edit-profile.ts'
import { findProfileForm } from './profile-form.ts'

const DAY_MS = 86_400_000

const idParam = valid('param', z.object({ id: idText }))

/** The form of one's own profile and settings, and for staff that of another member's profile [2 §2]. */
export const editProfileRoutes = new Hono<AppEnv>()
  .get('/editProfile', jsonOrPage, requireOwnSession, async (c) =>
    c.json((await findForm(c, memberOf(c).id)).form satisfies EditProfileReply),
  )

  .post('/editProfile', requireOwnSession, valid('json', editProfileBody), async (c) => {
    const member = memberOf(c)
    const form = c.req.valid('json')
    const { nickname = member.nickname, avatar, about } = form
    refuseNickname(nickname, member.nickname)
    const now = Date.now()
    if (!isAdult(member.birthDate, now)) {
      if (form.showMature) throw new AppError('too_young_for_mature', { field: 'showMature' })
      if (form.showBirthday) throw new AppError('too_young_for_birthday', { field: 'showBirthday' })
    }
    const zone = form.timeZone === member.timeZone ? null : form.timeZone
    if (zone && !mayChangeTimeZone(member, now)) throw new AppError('time_zone_limit', { field: 'timeZone' })
    const cutShort = zone ? daysCutShort(now, member.timeZone, zone) : []
    const patronField = (['slug', 'wmName', 'emailMsg', 'emailFan'] as const).find((name) => form[name] !== undefined)
    if (patronField && !isPatron(member)) throw new AppError('forbidden', { field: patronField })
    const hasNewAvatar = avatar !== undefined && imageKeyOf(avatar) !== member.avatarKey
    const hasNewName = nickname !== member.nickname || hasNewAvatar
    // The member's rooms send the change to everybody in them.
    const hasNewAbout = about !== undefined && about !== (await findAbout(dbOf(c), member.id))
    if (hasNewName || hasNewAbout) {
      const counted = await countEdit(dbOf(c), { authorId: member.id, now }, hasNewAbout ? about : '')
      orThrow(counted, { edit_limit: hasNewName ? 'nickname' : 'about', text_limit: 'about' })
    }
    await save(c, { userId: member.id, form, cutShort, now })
    if (hasNewName) afterReply(c, () => enterRoomsAgain(dbOf(c), c.env, member.id))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/user/:id/edit', jsonOrPage, requireStaff, idParam, async (c) =>
    c.json(await readMemberForm(c, c.req.valid('param').id)),
  )

  .post('/user/:id/edit', requireStaff, idParam, valid('json', profileByStaff), limitOtherActs, async (c) => {
    const userId = c.req.valid('param').id
    const { userInfo: before } = await readMemberForm(c, userId)
    const { reason, ...form } = c.req.valid('json')
    const staff = { id: memberOf(c).id, before, reason }
    const { nickname = before.nickname, avatar = before.avatar } = form
    refuseNickname(nickname, before.nickname)
    await save(c, { userId, form, staff, now: Date.now() })
    const hasNewName = nickname !== before.nickname || avatar !== before.avatar
    if (hasNewName) afterReply(c, () => enterRoomsAgain(dbOf(c), c.env, userId))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/user/timeZone', requireUser, valid('json', timeZoneBody), async (c) => {
    // The browser of staff who impersonate a member says nothing about the member's time zone.
    if (!c.get('impersonation')) await saveFirstTimeZone(dbOf(c), memberOf(c).id, c.req.valid('json').timeZone)
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/user/theme', requireUser, valid('json', themeBody), async (c) => {
    // Staff who impersonate a member choose the theme of their browser only.
    if (!c.get('impersonation')) await setTheme(dbOf(c), memberOf(c).id, c.req.valid('json').theme)
    return c.json({ ok: true } satisfies Ok)
  })

/** True if the member's time zone is not known, or was not changed within the last days. */
function mayChangeTimeZone({ timeZone, timeZoneChangedAt }: Viewer, now: number): boolean {
  return timeZone === null || (timeZoneChangedAt ?? 0) <= now - TIME_ZONE_CHANGE_DAYS * DAY_MS
}

/** @throws AppError for members whom this one may not edit: staff act as for bans. */
async function readMemberForm(c: Context<AppEnv>, userId: number): Promise<EditProfileReply> {
  const { flags, form } = await findForm(c, userId)
  if (!mayBan(memberOf(c), { id: userId, flags })) throw new AppError('forbidden')
  return form
}

async function findForm(c: Context<AppEnv>, userId: number) {
  return orNotFound(await findProfileForm(dbOf(c), { viewerId: memberOf(c).id, userId, now: Date.now() }))
}

/** @throws AppError for a new nickname that nobody may choose. The present one can stay. */
function refuseNickname(nickname: string, before: string): void {
  const refusal = nickname === before ? null : nicknameRefusal(nickname)
  if (refusal) throw new AppError(refusal, { field: 'nickname' })
}

async function save(c: Context<AppEnv>, edit: ProfileEdit): Promise<void> {
  const fields = { nickname_taken: 'nickname', slug_taken: 'slug', email_limit: 'email' }
  const mails = orThrow(await saveProfileForm(dbOf(c), edit), fields)
  afterReply(c, () => sendMails(dbOf(c), c.env, mails))
}
