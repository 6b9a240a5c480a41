import { useId } from 'react'
import type { Original } from '../../../contract/http/uploads.ts'
import { containPicture } from '../../../contract/image-sizes.ts'
import { REPOST_ANSWERS, type RepostAnswer } from '../../../contract/reposts.ts'
import { repostMessages } from '../../lib/messages/reposts.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './OriginalQuestion.module.css'

type OriginalQuestionProps = {
  originals: readonly Original[]
  answer: RepostAnswer | undefined
  problem: string | undefined
  onAnswer: (answer: RepostAnswer) => void
}

/** Sketches of other members that are similar to a picture, and the question about their relation. */
export function OriginalQuestion({ originals, answer, problem, onAnswer }: OriginalQuestionProps) {
  const id = useId()
  const shown = originals.flatMap((original) => original ?? [])
  return (
    <fieldset className={styles.question} data-problem={problem ? '' : undefined} aria-describedby={`${id}-hint`}>
      <legend className={styles.legend}>{repostMessages.question}</legend>
      {shown.length > 0 && (
        <ul className={styles.originals}>
          {shown.map(({ id: sketchId, title, nickname, ...picture }) => (
            <li key={sketchId}>
              <Link to={`/sketch/${sketchId}`} target="_blank" className={styles.original}>
                <img {...containPicture(picture, PICTURE)} {...PICTURE} alt="" />
                <span>{repostMessages.titleBy(title, nickname)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {shown.length < originals.length && <p>{repostMessages.hiddenOriginal}</p>}
      {REPOST_ANSWERS.map((value) => (
        <label key={value} className={styles.answer}>
          <input
            type="radio"
            name={id}
            checked={value === answer}
            aria-invalid={problem ? true : undefined}
            onChange={() => onAnswer(value)}
          />
          {repostMessages.answers[value]}
        </label>
      ))}
      <p id={`${id}-hint`} className={styles.hint}>
        {repostMessages.hint}
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** Box of an original in CSS pixels, as in the style sheet. */
const PICTURE = { width: 160, height: 160 }
