import { BOARD } from '../../../../contract/limits.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { classes } from '../../../ui/classes.ts'
import { Page, PageHead } from '../../../ui/Page.tsx'
import { SectionTitle } from '../../../ui/SectionTitle.tsx'
import { Each, slot, Without } from '../../../ui/template.tsx'
import cards from './StreamCards.module.css'
import styles from './StreamsPage.module.css'

/** First-paint markup of the live streams, see `StreamsPage`. */
export function FirstStreams() {
  return (
    <Page title={null} gap={32}>
      <PageHead title="Streams">
        <div className={cards.firstActions} />
      </PageHead>
      <section>
        <SectionTitle>Live now</SectionTitle>
        <Without of="streams">
          <p className={styles.hint}>{streamMessages.noneLive}</p>
        </Without>
        <ul className={cards.cards} aria-label="Live now">
          <Each of="streams">
            <li className={cards.card}>
              <a href={slot('href')}>
                <span className={cards.picture}>
                  <Each of="preview">
                    <img src={slot('src')} alt="" width={480} height={270} />
                  </Each>
                </span>
                <span className={cards.title}>{slot('title')}</span>
              </a>
              <p className={cards.facts}>{'\u00a0'}</p>
            </li>
          </Each>
          <li className={cards.card}>
            <a href="/whiteboard">
              <span className={classes(cards.picture, cards.board)}>
                <img src={slot('board')} alt="" {...BOARD} />
              </span>
              <span className={cards.place}>Whiteboard</span>
            </a>
          </li>
        </ul>
      </section>
    </Page>
  )
}
