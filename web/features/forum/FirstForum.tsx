import { Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Page, PageHead } from '../../ui/Page.tsx'
import scroll from '../../ui/ScrollRow.module.css'
import { Each, Idle, slot } from '../../ui/template.tsx'
import { SearchField } from '../search/SearchField.tsx'
import styles from './ForumPage.module.css'
import row from './TopicRow.module.css'

/** First-paint markup of the forum or a category, see `ForumPage`. */
export function FirstForum() {
  return (
    <Page title={null} gap={16}>
      <PageHead title={slot('title')}>
        <Idle>
          <Button variant="primary" icon={Plus}>
            New topic
          </Button>
        </Idle>
      </PageHead>
      <p className={styles.intro}>{slot('intro')}</p>
      <Idle>
        <SearchField label="Search the forum" query="" onSearch={() => undefined} />
      </Idle>
      <div className={styles.columns}>
        <nav aria-label="Categories" className={classes(styles.categories, scroll.row)}>
          <Each of="categories">
            <a href={slot('href')} className={styles.category}>
              {slot('name')}
            </a>
          </Each>
        </nav>
        <section aria-label="Topics" className={styles.list}>
          <ul>
            <Each of="topics">
              <li className={row.topic}>
                <div className={row.main}>
                  <a href={slot('href')} className={row.title}>
                    {slot('title')}
                  </a>
                  <p className={row.facts}>{'\u00a0'}</p>
                </div>
                <p className={row.replies}>{slot('replies')}</p>
              </li>
            </Each>
          </ul>
        </section>
      </div>
    </Page>
  )
}
