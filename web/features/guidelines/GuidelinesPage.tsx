import { RULES } from '../../../contract/rules.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './GuidelinesPage.module.css'

/** Community guidelines; also reachable while a ban or warning replaces the other pages [2 §2]. */
export function GuidelinesPage() {
  return (
    <Page title="Community guidelines" gap={16} width={768}>
      <h1>Community guidelines</h1>
      <ul className={styles.rules}>
        {Object.entries(RULES).map(([rule, text]) => (
          <li key={rule}>{text}</li>
        ))}
        <li>Report anything that breaks these guidelines. A gloperator will look at it.</li>
      </ul>
      <p>
        Gloperators warn or suspend members who don’t follow them. Repeated violations lead to suspension, and making a
        new account to evade a ban leads to permanent removal. You can appeal once against a decision about you. See{' '}
        <Link to="/numbers">moderation in numbers</Link>.
      </p>
    </Page>
  )
}
