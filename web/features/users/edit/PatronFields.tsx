import type { PatronSettings } from '../../../../contract/http/edit-profile.ts'
import { SLUG_MAX, WATERMARK_NAME_MAX } from '../../../../contract/limits.ts'
import { slugOf } from '../../../../contract/slug.ts'
import { watermarkLine } from '../../../../contract/watermark.ts'
import { TextField } from '../../../ui/TextField.tsx'
import type { Problems, ProfileFields } from './profile-fields.ts'

type PatronFieldsProps = {
  id: number
  fields: ProfileFields
  problems: Problems
  onChange: (part: Partial<PatronSettings>) => void
}

/** A patron's web address and watermark name, each with a preview [2 §2]. */
export function PatronFields({ id, fields, problems, onChange }: PatronFieldsProps) {
  const { slug = '', wmName = '', nickname } = fields
  return (
    <>
      <TextField
        label="Web address"
        hint={`Your profile at ${location.host}/${slugOf(slug) || `user/${id}`}`}
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
    </>
  )
}
