import { classes } from '../../ui/classes.ts'
import { Page, PageHead } from '../../ui/Page.tsx'
import { FirstTabs } from '../../ui/Tabs.tsx'
import { Each, slot } from '../../ui/template.tsx'
import userText from '../../ui/UserText.module.css'
import styles from './Awards.module.css'

/** First-paint markup of a year's awards, see `AwardsPage`. */
export function FirstAwards() {
  return (
    <Page title={null} gap={16}>
      <PageHead title={slot('title')} />
      <FirstTabs />
      <p className={styles.state}>{'\u00a0'}</p>
      <Each of="about">
        <p className={userText.text}>{slot('text')}</p>
      </Each>
      <Each of="categories">
        <section className={styles.category}>
          <header className={styles.head}>
            <h2>{slot('category')}</h2>
          </header>
          <ul className={styles.sketches}>
            <Each of="winners">
              <li className={styles.nominee} data-winner data-first-ratio={slot('ratio')}>
                <FirstNominee isWinner />
              </li>
            </Each>
            <Each of="others">
              <li className={styles.nominee} data-first-ratio={slot('ratio')}>
                <FirstNominee />
              </li>
            </Each>
          </ul>
        </section>
      </Each>
    </Page>
  )
}

function FirstNominee({ isWinner = false }: { isWinner?: boolean }) {
  return (
    <>
      <a href={slot('href')} className={classes(styles.picture, styles.firstPicture)}>
        <img
          src={slot('src')}
          srcSet={slot('srcSet')}
          sizes={slot('sizes')}
          alt={slot('alt')}
          fetchPriority={isWinner ? 'high' : 'auto'}
          loading={isWinner ? 'eager' : 'lazy'}
        />
      </a>
      <div className={styles.label}>
        {isWinner && <span className={styles.winner}>Winner</span>}
        <i className={styles.title}>{slot('sketchTitle')}</i>
        <a href={slot('artist')} className={styles.artist}>
          {slot('nickname')}
        </a>
      </div>
    </>
  )
}
