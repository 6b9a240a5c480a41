import type { CompoInfo } from '../../../contract/http/compos.ts'
import { resultTexts } from '../../lib/messages/compos.ts'
import styles from './Results.module.css'

/** Id of the section, for links to it. */
export const HOW_ID = 'how'

type HowComputedProps = { compoKey: string; result: NonNullable<CompoInfo['result']> }

/** Explains the result, and offers the votes so that anyone can compute it again. */
export function HowComputed({ compoKey, result }: HowComputedProps) {
  return (
    <section id={HOW_ID} className={styles.how} aria-labelledby={`${HOW_ID}-title`}>
      <h2 id={`${HOW_ID}-title`}>How this result was computed</h2>
      {resultTexts(result).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <a href={`/compo/${compoKey}/ballots.json`} download={`${compoKey}-ballots.json`}>
          Download all votes, without names
        </a>
        , to compute the result again with <code>npm run compo-result</code> in this site’s code. It names entries by
        their ids in the <a href={`/compo/${compoKey}/1?format=json`}>list of entries</a> (first page).
      </p>
    </section>
  )
}
