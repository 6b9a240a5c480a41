import type { CompoInfo } from '../../../contract/http/compos.ts'
import { numberText } from '../../lib/format.ts'
import { closedText } from '../../lib/messages/compos.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './CompoHead.module.css'
import { HOW_ID } from './HowComputed.tsx'

type ResultFactsProps = { compo: CompoInfo; result: NonNullable<CompoInfo['result']> }

/** The closing date of a compo, its numbers of participants, and a link to how its result was computed. */
export function ResultFacts({ compo, result: { voters, picks } }: ResultFactsProps) {
  const { id, entries, hasVoted } = compo
  const numbers = [
    ['Entries', entries],
    ['Voters', voters],
    ['Picks', picks],
  ] as const
  return (
    <div className={styles.result}>
      <p className={styles.hint}>{closedText({ ...compo, picks }, Date.now())}</p>
      <dl className={styles.numbers}>
        {numbers.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.how}>
        <a href={`#${HOW_ID}`}>How this result was computed</a>
      </p>
      {hasVoted && (
        <p className={styles.how}>
          <Link to={`/compo/${id}/vote`}>The sets you judged</Link>
        </p>
      )}
    </div>
  )
}
