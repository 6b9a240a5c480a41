import { Users } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { FirstTabs } from '../../ui/Tabs.tsx'
import { Idle } from '../../ui/template.tsx'
import { FirstCards } from '../albums/FirstCards.tsx'

/** First-paint markup of the list of all groups, see `GroupsPage`. */
export function FirstGroups() {
  return (
    <Page title={null} gap={16}>
      <PageHead title="Groups">
        <Idle>
          <Button icon={Users}>Request a group</Button>
        </Idle>
      </PageHead>
      <FirstTabs />
      <FirstCards list="groups" label="All groups" />
    </Page>
  )
}
