import { Page } from '../../ui/Page.tsx'
import styles from './GuidelinesPage.module.css'

/** Community guidelines; also reachable while a ban or warning replaces the other pages [2 §2]. */
export function GuidelinesPage() {
  return (
    <Page title="Community guidelines" gap={16} width={560}>
      <h1>Community guidelines</h1>
      <ul className={styles.rules}>
        <li>Post your own drawings, and give credit when you study someone else’s work.</li>
        <li>Post sketches: drawings of any kind and at any stage, no photos and no advertising.</li>
        <li>Label mature work as mature, and don’t post anything hateful or cruel.</li>
        <li>Be kind. Talk about the work, and stop when someone asks you to.</li>
        <li>Keep other people’s personal information private.</li>
        <li>Report anything that breaks these guidelines. A gloperator will look at it.</li>
      </ul>
      <p>
        Gloperators warn or suspend members who don’t follow them. Repeated violations lead to suspension, and making a
        new account to evade a ban leads to permanent removal.
      </p>
    </Page>
  )
}
