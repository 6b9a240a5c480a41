import * as z from 'zod/mini'
import {
  type EditProfileReply,
  type PatronSettings,
  type PrivateSettings,
  type ProfileForm,
  type ProfileInfo,
  profileForm,
} from '../../../../contract/http/edit-profile.ts'
import type { Edits } from '../../../lib/form-edits.ts'
import { messageOfCode } from '../../../lib/messages/errors.ts'
import { profileProblems } from '../../../lib/messages/profile.ts'

/** The fields of the form; staff have no private settings of others. */
export type ProfileFields = ProfileInfo & Partial<PrivateSettings & PatronSettings>

/** The message beside each field and the reason of staff, and one for the whole form. */
export type Problems = Partial<Record<keyof ProfileForm | 'reason' | 'form', string>>

const typed = {
  nickname: z.string(),
  about: z.string(),
  website: z.string(),
  email: z.string(),
  slug: z.string(),
  wmName: z.string(),
}
/** Edits in this browser. Texts are stored as they were typed, even if they cannot be saved like that. */
export const storedEdits = z.partial(z.object({ ...profileForm.shape, ...typed }))

/** The saved fields, without what the form only shows. */
export function fieldsOf(profile: EditProfileReply): ProfileFields {
  if (!profile.own) return profile.userInfo
  const { birthDay: _day, birthMonth: _month, useNewSite: _new, ...fields } = profile.userInfo
  return { ...fields, ...profile.userPro }
}

/** Leaves out stored edits of fields that are no longer in the form. The site would refuse them. */
export function shownEdits(saved: ProfileFields, edits: Edits<ProfileFields>): Edits<ProfileFields> {
  return Object.fromEntries(Object.entries(edits).filter(([field]) => field in saved))
}

/** The messages of the fields that break their rules. */
export function problemsOf(issues: readonly { path: readonly PropertyKey[] }[]): Problems {
  const fields = issues.map(({ path }) => path[0] as keyof ProfileForm)
  return Object.fromEntries(fields.map((field) => [field, profileProblems[field] ?? messageOfCode('bad_request')]))
}
