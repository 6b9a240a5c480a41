import { Page, PageHead } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Idle, slot } from '../../ui/template.tsx'
import { FirstTiles } from '../galleries/FirstTiles.tsx'
import { SearchField } from './SearchField.tsx'
import styles from './SearchPage.module.css'
import { searchTabs } from './tabs.ts'

/** First-paint markup of found sketches, see `SearchPage`. */
export function FirstSearch() {
  return (
    <Page title={null}>
      <PageHead title="Search" className={styles.head} />
      <Tabs label="Search for" className={styles.tabs} tabs={searchTabs(slot('parameter'), 'sketches')} />
      <Idle>
        <SearchField label="Words" query={slot('query')} onSearch={() => undefined} />
      </Idle>
      <div className={styles.firstChips} />
      <FirstTiles list="sketches" label="Sketches found" />
    </Page>
  )
}
