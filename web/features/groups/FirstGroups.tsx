import { Users } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { Idle } from '../../ui/template.tsx'
import { FirstCards } from '../albums/FirstCards.tsx'
import styles from './FirstGroups.module.css'

/** First-paint markup of the list of all groups, see `GroupsPage`. */
export function FirstGroups() {
  return (
    <Page title={null} gap={16}>
      <PageHead title="Groups">
        <Idle>
          <Button icon={Users}>Request a group</Button>
        </Idle>
      </PageHead>
      <div className={styles.tabs} />
      <FirstCards list="groups" label="All groups" />
    </Page>
  )
}
