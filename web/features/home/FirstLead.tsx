import type { LeadAction } from '../../../contract/home-lead.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Each, slot } from '../../ui/template.tsx'
import nextChallenge from '../challenges/NextChallenge.module.css'
import { latestEntryAlt } from './ChallengeLead.tsx'
import { ACTION_LABELS } from './CompoLead.tsx'
import styles from './Lead.module.css'
import { Unread } from './Unread.tsx'

/** A line whose text depends on the reader's clock. */
const LATER = '\u00a0'

/** First-paint markup of the home page's lead, see `Lead`. */
export function FirstLead() {
  return (
    <>
      <Each of="leadWithDesk">
        <div className={classes(styles.lead, styles.withDesk)}>
          <FirstCells />
          <div className={styles.desk}>
            <Each of="member">
              <Unread unread={undefined} />
            </Each>
            <Each of="motd">
              <p className={styles.motd}>
                {slot('text')}{' '}
                <Each of="link">
                  <a href={slot('href')}>Read more</a>
                </Each>
              </p>
            </Each>
          </div>
        </div>
      </Each>
      <Each of="lead">
        <div className={styles.lead}>
          <FirstCells />
        </div>
      </Each>
    </>
  )
}

function FirstCells() {
  return (
    <>
      <Each of="challenge">
        <FirstChallengeLead />
      </Each>
      <Each of="compo">
        <FirstCompoLead />
      </Each>
    </>
  )
}

function FirstChallengeLead() {
  return (
    <section className={styles.challenge} aria-label="Daily challenge">
      <Each of="picture">
        <a href={slot('href')} className={styles.picture}>
          <FirstPicture alt={latestEntryAlt(slot('title'))} priority="high" />
        </a>
      </Each>
      <div className={styles.texts}>
        <p className={styles.crumb}>{LATER}</p>
        <h2 className={styles.title}>
          <a href={slot('href')}>{slot('title')}</a>
        </h2>
        <p className={styles.soft}>{LATER}</p>
        <p className={nextChallenge.next}>{LATER}</p>
        <div className={styles.actions}>
          <ButtonLink href={slot('action')} variant="primary">
            Enter a sketch
          </ButtonLink>
          <ButtonLink href={slot('href')}>See entries</ButtonLink>
        </div>
      </div>
    </section>
  )
}

function FirstCompoLead() {
  return (
    <section className={styles.compo} aria-label="Compo">
      <p className={styles.crumb}>{LATER}</p>
      <h2>
        <a href={slot('href')}>{slot('title')}</a>
      </h2>
      <Each of="strip">
        <ul className={styles.thumbs}>
          <Each of="pictures">
            <li>
              <a href={slot('href')}>
                <FirstPicture alt={slot('alt')} priority="low" />
              </a>
            </li>
          </Each>
        </ul>
      </Each>
      <Each of="isEmpty">
        <p className={styles.none}>{entryMessages.noEntries}</p>
      </Each>
      {Object.entries(ACTION_LABELS).map(([action, label]) => (
        <Each key={action} of={action satisfies string as LeadAction}>
          <ButtonLink href={slot('href')} wide className={styles.action}>
            {label}
          </ButtonLink>
        </Each>
      ))}
    </section>
  )
}

function FirstPicture({ alt, priority }: { alt: string; priority: 'high' | 'low' }) {
  return (
    <img
      src={slot('src')}
      srcSet={slot('srcSet')}
      width={slot('width')}
      height={slot('height')}
      alt={alt}
      fetchPriority={priority}
      loading={priority === 'low' ? 'lazy' : 'eager'}
    />
  )
}
