import type { OwnProfile, PatronSettings } from '../../../../contract/http/edit-profile.ts'
import { SLUG_MAX, WATERMARK_NAME_MAX } from '../../../../contract/limits.ts'
import { slugOf } from '../../../../contract/slug.ts'
import { watermarkLine } from '../../../../contract/watermark.ts'
import { EMAIL_IN_TEXT } from '../../../lib/messages/mail.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { Problems, ProfileFields } from './profile-fields.ts'

type PatronFieldsProps = {
  profile: Pick<OwnProfile, 'id' | 'confirmedEmail' | 'userPro'>
  fields: ProfileFields
  problems: Problems
  onChange: (part: Partial<PatronSettings>) => void
}

/** A patron's web address and watermark name, each with a preview, and the mails that they want [2 §2]. */
export function PatronFields({ profile, fields, problems, onChange }: PatronFieldsProps) {
  const { slug = '', wmName = '', nickname } = fields
  const mailHint =
    profile.confirmedEmail === null ? `As soon as your ${EMAIL_IN_TEXT} address is confirmed.` : undefined
  return (
    <>
      <TextField
        label="Web address"
        hint={addressHint(profile, slugOf(slug))}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SLUG_MAX}
        value={slug}
        error={problems.slug}
        onChange={(event) => onChange({ slug: event.target.value })}
      />
      <TextField
        label="Watermark name"
        hint={`${watermarkLine(wmName.trim() || nickname, new Date().getFullYear())}, on the sketches for which you choose it`}
        maxLength={WATERMARK_NAME_MAX}
        value={wmName}
        error={problems.wmName}
        onChange={(event) => onChange({ wmName: event.target.value })}
      />
      <div>
        <Checkbox
          checked={fields.emailMsg ?? false}
          hint={problems.emailMsg ?? mailHint}
          onChange={(event) => onChange({ emailMsg: event.target.checked })}
        >
          E-mail me about new private messages
        </Checkbox>
        <Checkbox
          checked={fields.emailFan ?? false}
          hint={problems.emailFan ?? mailHint}
          onChange={(event) => onChange({ emailFan: event.target.checked })}
        >
          E-mail me about new fans
        </Checkbox>
      </div>
    </>
  )
}

/** The address of the profile with `slug`, and the fate of the one that it replaces. */
function addressHint({ id, userPro }: PatronFieldsProps['profile'], slug: string): string {
  const address = `Your profile at ${location.host}/${slug || `user/${id}`}`
  const saved = userPro?.slug
  return saved && slug && slug !== saved ? `${address}. The address /${saved} keeps leading there.` : address
}
