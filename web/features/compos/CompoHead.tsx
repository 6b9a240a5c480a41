import { needsMembership } from '../../../contract/compo-state.ts'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { compoMessages, placeSentence } from '../../lib/messages/compos.ts'
import { Link } from '../../ui/Link.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { MembersOnly } from '../entries/MembersOnly.tsx'
import { CompoActions } from './CompoActions.tsx'
import styles from './CompoHead.module.css'
import { DeadlineView } from './DeadlineView.tsx'
import { ResultFacts } from './ResultFacts.tsx'

/** Title, description and actions of a compo, beside its deadline or its result. */
export function CompoHead({ compo }: { compo: CompoInfo }) {
  const { title, description, group, state, result } = compo
  const isForOthers = needsMembership(compo, Date.now())
  return (
    <header className={styles.head}>
      <div className={styles.texts}>
        <p className={styles.crumb}>
          <Link to="/compos">Compos</Link>
        </p>
        <h1>{title}</h1>
        {description && <UserText className={styles.description}>{description}</UserText>}
        {group && isForOthers && <MembersOnly group={group} className={styles.note} />}
        {group && !isForOthers && (
          <p className={styles.note}>
            For members of <Link to={`/group/${group.id}`}>{group.title}</Link>
          </p>
        )}
        {result && <OwnPlaces own={compo.own} />}
        {state === 'closed' && !result && <p role="status">{compoMessages.counting}</p>}
        <CompoActions compo={compo} />
      </div>
      {result ? <ResultFacts compo={compo} result={result} /> : <DeadlineView compo={compo} />}
    </header>
  )
}

function OwnPlaces({ own }: Pick<CompoInfo, 'own'>) {
  return own.map(({ id, title, place, disqualified }) => (
    <p key={id} className={styles.ownPlace}>
      Your sketch{' '}
      <Link to={sketchAddress(id)} className={styles.ownTitle}>
        {title}
      </Link>{' '}
      {disqualified ? 'was disqualified.' : placeSentence(place)}
    </p>
  ))
}
