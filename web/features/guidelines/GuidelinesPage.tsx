import { Page } from '../../ui/Page.tsx'
import styles from './GuidelinesPage.module.css'

/** Community guidelines; also reachable while a ban or warning replaces the other pages [2 §2]. */
export function GuidelinesPage() {
  return (
    <Page title="Community guidelines" gap={16} width={560}>
      <h1>Community guidelines</h1>
      <ul className={styles.rules}>
        <li>Post what you drew yourself, and say so when you studied the work of someone else.</li>
        <li>Post sketches: drawings of any kind and at any stage, no photos and no advertising.</li>
        <li>Mark what is mature as mature, and leave out what is hateful or cruel.</li>
        <li>Be kind. Speak of the work, and stop when someone asks you to.</li>
        <li>Keep what others told you about themselves to yourself.</li>
        <li>Report what breaks this. A gloperator will look at it.</li>
      </ul>
      <p>
        A gloperator warns or suspends who does not follow them. Repeated violations lead to suspension, and making a
        new account to evade a ban leads to permanent removal.
      </p>
    </Page>
  )
}
