import type { OwnProfile, PrivateSettings } from '../../../../contract/http/edit-profile.ts'
import { dayText } from '../../../../contract/profile-facts.ts'
import { EMAIL_IN_TEXT } from '../../../lib/messages/mail.ts'
import { streakMessages } from '../../../lib/messages/streaks.ts'
import { useTheme } from '../../../lib/theme.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmailField } from './EmailField.tsx'
import styles from './ProfileForm.module.css'
import type { Problems, ProfileFields } from './profile-fields.ts'

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'gray', label: 'Gray' },
  { value: 'dark', label: 'Dark' },
] as const

const MESSAGES_FROM = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followed', label: 'People I follow' },
  { value: 'nobody', label: 'Nobody' },
] as const

const MORE_SETTINGS = [
  { to: '/sessions', label: 'Your logins, passkeys and sessions' },
  { to: '/activity/settings', label: 'Your notifications' },
  { to: '/export', label: 'Download your data' },
  { to: '/leave', label: 'Delete my account' },
]

type PrivateSettingsFieldsProps = {
  fields: ProfileFields
  profile: OwnProfile
  problems: Problems
  onChange: (part: Partial<PrivateSettings>) => void
}

/** All time zones that the browser knows, UTC, and the saved one. */
function timeZoneOptions(saved: string | null | undefined) {
  const names = new Set(['UTC', ...(saved ? [saved] : []), ...Intl.supportedValuesOf('timeZone')])
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}

/** Settings of the site for this member, and of what others see of them. */
export function PrivateSettingsFields({ fields, profile, problems, onChange }: PrivateSettingsFieldsProps) {
  const siteTheme = useTheme()
  const { birthDay, birthMonth } = profile.userInfo
  return (
    <>
      <EmailField
        value={fields.email ?? ''}
        saved={profile.userInfo.email}
        confirmed={profile.confirmedEmail}
        problem={problems.email}
        onChange={(email) => onChange({ email })}
      />
      <div className={styles.checks}>
        <Checkbox
          checked={fields.showChat}
          hint="The button for chat on every page. The chat page stays."
          onChange={(event) => onChange({ showChat: event.target.checked })}
        >
          Show the chat box
        </Checkbox>
        <Checkbox
          checked={fields.showMature}
          disabled={!profile.mayShowMature}
          hint={
            problems.showMature ??
            (profile.mayShowMature ? 'In galleries, search and everywhere else.' : 'From the age of 18.')
          }
          onChange={(event) => onChange({ showMature: event.target.checked })}
        >
          Show mature sketches
        </Checkbox>
        <Checkbox
          checked={fields.showBirthday}
          disabled={!profile.mayShowMature}
          hint={
            problems.showBirthday ??
            (profile.mayShowMature ? `${dayText(birthMonth, birthDay)}, without the year.` : 'From the age of 18.')
          }
          onChange={(event) => onChange({ showBirthday: event.target.checked })}
        >
          Show others my birthday
        </Checkbox>
        <Checkbox
          checked={fields.showDevice}
          hint="For example iPad or Windows, on all your sketches."
          onChange={(event) => onChange({ showDevice: event.target.checked })}
        >
          Show the device I posted from
        </Checkbox>
        <Checkbox
          checked={fields.showStreak}
          hint={streakMessages.showHint}
          onChange={(event) => onChange({ showStreak: event.target.checked })}
        >
          Show others my streak in challenges
        </Checkbox>
        <Checkbox
          checked={fields.emailExport}
          hint={
            profile.confirmedEmail === null
              ? `As soon as your ${EMAIL_IN_TEXT} address is confirmed.`
              : 'When you asked for one.'
          }
          onChange={(event) => onChange({ emailExport: event.target.checked })}
        >
          E-mail me when an export is ready
        </Checkbox>
        <Checkbox
          checked={fields.emailCompo}
          hint="When one begins in a group of yours. Of those you take part in, when voting begins, a day before it ends, and when the places are out."
          onChange={(event) => onChange({ emailCompo: event.target.checked })}
        >
          E-mail me about compos
        </Checkbox>
      </div>
      <Select
        label="Time zone"
        hint={streakMessages.timeZoneHint}
        error={problems.timeZone}
        options={timeZoneOptions(fields.timeZone)}
        value={fields.timeZone ?? 'UTC'}
        onChange={(timeZone) => onChange({ timeZone })}
      />
      <Segmented
        label="Who can write to me"
        showLabel
        options={MESSAGES_FROM}
        value={fields.messagesFrom ?? 'everyone'}
        onChange={(messagesFrom) => onChange({ messagesFrom })}
      />
      <Segmented
        label="Theme"
        showLabel
        options={THEMES}
        value={fields.theme ?? siteTheme}
        onChange={(theme) => onChange({ theme })}
      />
      <ul className={styles.links} aria-label="More settings">
        {MORE_SETTINGS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
