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
        </section>
      </Each>
    </Page>
  )
}
