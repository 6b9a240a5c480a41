import type { EditProfileReply, ProfileInfo } from '../../../../contract/http/edit-profile.ts'
import type { Gender } from '../../../../contract/http/users.ts'
import { ABOUT_MAX, NICKNAME_MAX, WEBSITE_MAX } from '../../../../contract/limits.ts'
import { GENDER_NAMES } from '../../../../contract/profile-facts.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './ProfileForm.module.css'
import type { Problems } from './profile-fields.ts'

type ProfileInfoFieldsProps = {
  fields: ProfileInfo
  countries: EditProfileReply['countries']
  problems: Problems
  onChange: (part: Partial<ProfileInfo>) => void
}

const GENDERS = Object.entries(GENDER_NAMES).map(([value, label]) => ({ value: value as Gender, label }))

/** Public texts of a member: nickname, about, country, gender and website. */
export function ProfileInfoFields({ fields, countries, problems, onChange }: ProfileInfoFieldsProps) {
  const countryOptions = [
    { value: '', label: 'Rather not say' },
    ...countries.map(({ code, name }) => ({ value: code, label: name })),
  ]
  return (
    <>
      <TextField
        label="Nickname"
        hint="Shown on everything you post"
        autoComplete="nickname"
        maxLength={NICKNAME_MAX}
        value={fields.nickname}
        error={problems.nickname}
        onChange={(event) => onChange({ nickname: event.target.value })}
      />
      <TextField
        multiline
        label="About"
        maxLength={ABOUT_MAX}
        value={fields.about}
        error={problems.about}
        onChange={(event) => onChange({ about: event.target.value })}
      />
      <div className={styles.pair}>
        <Select
          label="Country"
          options={countryOptions}
          value={fields.country}
          onChange={(country) => onChange({ country })}
        />
        <Select label="Gender" options={GENDERS} value={fields.gender} onChange={(gender) => onChange({ gender })} />
      </div>
      <TextField
        label="Website"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="example.org"
        maxLength={WEBSITE_MAX}
        value={fields.website}
        error={problems.website}
        onChange={(event) => onChange({ website: event.target.value })}
      />
    </>
  )
}
