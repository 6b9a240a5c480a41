import { MessageSquare, UserPlus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Flow } from '../../ui/layout.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { FirstTabs } from '../../ui/Tabs.tsx'
import { Idle, slot } from '../../ui/template.tsx'
import { FirstTiles } from '../galleries/FirstTiles.tsx'
import { LayoutChoice } from '../galleries/GalleryHead.tsx'
import styles from './Groups.module.css'

/** First-paint markup of a group's gallery, see `GroupPage`. */
export function FirstGroup() {
  return (
    <Page title={null} gap={16}>
      <PageHead title={slot('title')}>
        <Idle>
          <Flow>
            <Button icon={MessageSquare}>Chat</Button>
            <Button icon={UserPlus}>Join</Button>
          </Flow>
        </Idle>
      </PageHead>
      <div className={styles.firstFacts} />
      <FirstTabs />
      <section>
        <Idle>
          <Flow justify="end">
            <LayoutChoice layout="rows" onLayout={() => undefined} />
          </Flow>
        </Idle>
        <FirstTiles list="sketches" label="Gallery" />
      </section>
    </Page>
  )
}
