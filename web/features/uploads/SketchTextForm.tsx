import { useId } from 'react'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import { ALT_TEXT_MAX, DESCRIPTION_MAX, TAG_MAX, TAGS_PER_SKETCH_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { normalizeTag } from '../../../contract/text.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TagField } from '../../ui/TagField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { suggestTags } from './queries.ts'
import styles from './SketchTextForm.module.css'
import type { SketchText, UploadEntry } from './upload-queue.ts'

/** Fields that describe a sketch. */
export function SketchTextForm({
  text,
  problems = {},
  config,
  onChange,
}: {
  text: SketchText
  problems?: UploadEntry['problems']
  config: Pick<UploadConfig, 'showMature' | 'tags'>
  onChange: (text: Partial<SketchText>) => void
}) {
  const aiFieldName = useId()
  return (
    <div className={styles.form}>
      <TextField
        label="Title"
        maxLength={TITLE_MAX}
        value={text.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextField
        label="Description"
        multiline
        rows={2}
        maxLength={DESCRIPTION_MAX}
        value={text.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <TextField
        label="Alt text"
        hint="Describe the picture for people who can’t see it"
        maxLength={ALT_TEXT_MAX}
        value={text.altText}
        onChange={(event) => onChange({ altText: event.target.value })}
      />
      <TagField
        label="Tags"
        value={text.tags}
        suggest={suggestTags}
        maxTags={TAGS_PER_SKETCH_MAX}
        maxLength={TAG_MAX}
        placeholder={config.tags.slice(0, 3).join(', ') || 'ink, landscape'}
        onChange={(tags) => onChange({ tags: [...new Set(tags.map(normalizeTag).filter(Boolean))] })}
      />
      <div>
        <Segmented
          label="Made with generative AI"
          showLabel
          name={aiFieldName}
          options={[
            { value: 'no', label: 'No' },
            { value: 'yes', label: 'Yes' },
          ]}
          value={text.madeWithAi === null ? null : text.madeWithAi ? 'yes' : 'no'}
          onChange={(value) => onChange({ madeWithAi: value === 'yes' })}
        />
        {problems.madeWithAi && (
          <p className={styles.problem} role="alert">
            {problems.madeWithAi}
          </p>
        )}
      </div>
      <div className={styles.checks}>
        {config.showMature && (
          <Checkbox checked={text.mature} onChange={(event) => onChange({ mature: event.target.checked })}>
            Mature
          </Checkbox>
        )}
        <Checkbox
          hint="Only people with the link can see it"
          checked={text.unlisted}
          onChange={(event) => onChange({ unlisted: event.target.checked })}
        >
          Unlisted
        </Checkbox>
      </div>
      {problems.form && (
        <p className={styles.problem} role="alert">
          {problems.form}
        </p>
      )}
    </div>
  )
}
