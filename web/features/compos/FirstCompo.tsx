import { compoMessages } from '../../lib/messages/compos.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { FirstTabs } from '../../ui/Tabs.tsx'
import { Each, slot, Without } from '../../ui/template.tsx'
import userText from '../../ui/UserText.module.css'
import { membersOnlyText } from '../entries/MembersOnly.tsx'
import { FirstTiles } from '../galleries/FirstTiles.tsx'
import styles from './CompoHead.module.css'
import entryStyles from './Entries.module.css'

/** First-paint markup of a compo, see `CompoPage`. */
export function FirstCompo() {
  return (
    <Page title={null} gap={16}>
      <header className={styles.head}>
        <div className={styles.texts}>
          <p className={styles.crumb}>
            <Link to="/compos">Compos</Link>
          </p>
          <h1>{slot('title')}</h1>
          <Each of="about">
            <p className={classes(userText.text, styles.description)}>{slot('text')}</p>
          </Each>
          <Each of="group">
            <p className={styles.note}>{`For members of ${slot('groupTitle')}`}</p>
          </Each>
          <Each of="closedTo">
            <p className={styles.note}>{membersOnlyText(slot('groupTitle'))}</p>
          </Each>
          <Each of="action">
            <div className={styles.actions} inert>
              <Button variant="primary">{slot('action')}</Button>
            </div>
          </Each>
        </div>
        <Without of="result">
          <div className={styles.side}>
            <span className={styles.hint}>{'\u00a0'}</span>
            <span className={styles.countdown}>{'\u00a0'}</span>
            <ol className={styles.phases}>
              {['Enter', 'Vote', 'Results'].map((name) => (
                <li key={name}>
                  <b>{name}</b> {'\u00a0'}
                </li>
              ))}
            </ol>
          </div>
        </Without>
      </header>
      <FirstTabs />
      <Each of="tiles">
        <section className={entryStyles.entries}>
          <p className={entryStyles.note}>{compoMessages.namesHidden}</p>
          <FirstTiles list="sketches" label="Entries" />
        </section>
      </Each>
    </Page>
  )
}
