import { Flag } from 'lucide-react'
import { compoMessages } from '../../lib/messages/compos.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { FirstTabs } from '../../ui/Tabs.tsx'
import { Each, slot, Without } from '../../ui/template.tsx'
import userText from '../../ui/UserText.module.css'
import { membersOnlyText } from '../entries/MembersOnly.tsx'
import { FirstTiles } from '../galleries/FirstTiles.tsx'
import styles from './CompoHead.module.css'
import entryStyles from './Entries.module.css'
import { HOW_ID } from './HowComputed.tsx'
import { ENTRY_SORTS } from './queries.ts'
import resultStyles from './Results.module.css'

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
          <Each of="actions">
            <div className={styles.actions} inert>
              <Each of="action">
                <Button variant="primary">{slot('name')}</Button>
              </Each>
              <Each of="report">
                <Button icon={Flag}>Report</Button>
              </Each>
            </div>
          </Each>
        </div>
        <Each of="result">
          <FirstResultFacts />
        </Each>
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
      <Each of="winner">
        <FirstWinner />
      </Each>
      <Each of="tiles">
        <section className={entryStyles.entries}>
          <p className={entryStyles.note}>{compoMessages.namesHidden}</p>
          <FirstTiles list="sketches" label="Entries" />
        </section>
      </Each>
    </Page>
  )
}

/** A line whose text depends on the reader's clock or language. */
const LATER = '\u00a0'

function FirstResultFacts() {
  return (
    <div className={styles.result}>
      <p className={styles.hint}>{LATER}</p>
      <dl className={styles.numbers}>
        {['Entries', 'Voters', 'Picks'].map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{LATER}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.how}>
        <a href={`#${HOW_ID}`}>How this result was computed</a>
      </p>
      <Each of="voted">
        <p className={styles.how}>
          <a href={slot('sets')}>The sets you judged</a>
        </p>
      </Each>
    </div>
  )
}

/** The first place of a result in a narrow window. The application draws the others, and the wall of wider windows. */
function FirstWinner() {
  return (
    <div className={classes(resultStyles.results, resultStyles.firstPlace)}>
      <div inert>
        <Segmented label="Order" options={ENTRY_SORTS} value="place" onChange={() => undefined} />
      </div>
      <figure>
        <a href={slot('href')} className={resultStyles.firstPicture}>
          <img
            src={slot('src')}
            srcSet={slot('srcSet')}
            sizes={slot('sizes')}
            alt={slot('alt')}
            width={slot('width')}
            height={slot('height')}
            fetchPriority="high"
            loading="lazy"
          />
        </a>
        <figcaption className={resultStyles.label}>
          <b className={resultStyles.place}>{slot('place')}</b>
          <i className={resultStyles.title}>{slot('sketchTitle')}</i>
        </figcaption>
      </figure>
    </div>
  )
}
