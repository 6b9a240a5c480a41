import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import { ALT_TEXT_MAX, DESCRIPTION_MAX, TAG_MAX, TAGS_PER_SKETCH_MAX, TITLE_MAX } from '../../../contract/limits.ts'
import { normalizeTag } from '../../../contract/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TagField } from '../../ui/TagField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { suggestTags } from './queries.ts'
import styles from './SketchTextForm.module.css'
import type { SketchText, UploadEntry } from './upload-queue.ts'

type SketchTextFormProps = {
  text: Omit<SketchText, 'mat'>
  problems?: UploadEntry['problems']
  config: Pick<UploadConfig, 'showMature' | 'tags'>
  onChange: (text: Partial<SketchText>) => void
  /** False leaves out the question whether the sketch was made with AI. */
  asksAboutAi?: boolean
  /** Button that answers No to the AI question of all pictures without an answer. */
  answerNoButton?: { label: string; onPress: () => void }
  /** Further fields. */
  children?: ReactNode
}

/** Fields that describe a sketch. */
export function SketchTextForm({
  text,
  problems = {},
  config,
  onChange,
  asksAboutAi = true,
  answerNoButton,
  children,
}: SketchTextFormProps) {
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
        hint="Enter or a comma ends a tag"
        placeholder={config.tags.slice(0, 3).join(', ') || 'ink, landscape'}
        onChange={(tags) => onChange({ tags: [...new Set(tags.map(normalizeTag).filter(Boolean))] })}
      />
      {asksAboutAi && (
        <AiQuestion
          answer={text.madeWithAi}
          problem={problems.madeWithAi}
          onAnswer={(madeWithAi) => onChange({ madeWithAi })}
          answerNoButton={answerNoButton}
        />
      )}
      <div className={styles.checks}>
        {config.showMature && (
          <Checkbox
            hint="Only shown to members who switched on mature sketches"
            checked={text.mature}
            onChange={(event) => onChange({ mature: event.target.checked })}
          >
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
      {children}
      {problems.form && (
        <p className={styles.problem} role="alert" data-problem>
          {problems.form}
        </p>
      )}
    </div>
  )
}

type AiQuestionProps = Pick<SketchTextFormProps, 'answerNoButton'> & {
  answer: boolean | null
  problem: string | undefined
  onAnswer: (madeWithAi: boolean) => void
}

function AiQuestion({ answer, problem, onAnswer, answerNoButton }: AiQuestionProps) {
  const id = useId()
  const question = useRef<HTMLDivElement>(null)
  const answerAll = () => {
    answerNoButton?.onPress()
    // The button is removed with the last unanswered question.
    question.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={question} data-question>
      <div className={styles.answers}>
        <Segmented
          label="Made with generative AI"
          showLabel
          name={id}
          errorId={problem && `${id}-error`}
          options={[
            { value: 'no', label: 'No' },
            { value: 'yes', label: 'Yes' },
          ]}
          value={answer === null ? null : answer ? 'yes' : 'no'}
          onChange={(value) => onAnswer(value === 'yes')}
        />
        {answerNoButton && <Button onClick={answerAll}>{answerNoButton.label}</Button>}
      </div>
      {problem && (
        <p id={`${id}-error`} className={styles.problem} role="alert">
          <Icon of={CircleAlert} size={16} />
          {problem}
        </p>
      )}
    </div>
  )
}

/** Scrolls to the AI question of a picture's card and focuses it. */
export function focusQuestion(card: Element): void {
  const answer = card.querySelector<HTMLElement>('[data-question] input')
  answer?.focus({ preventScroll: true })
  answer?.scrollIntoView({ block: 'center' })
}
