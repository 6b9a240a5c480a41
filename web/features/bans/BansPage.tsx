import { Page } from '../../ui/Page.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { DeskTabs } from '../cases/DeskTabs.tsx'
import { BansTab } from './BansTab.tsx'

const TITLE = 'Bans and warnings'

export function BansPage() {
  return (
    <StaffOnly>
      <Page title={TITLE} gap={16} width={1080}>
        <h1>Moderation</h1>
        <DeskTabs current="/gloperate/bans" />
        <BansTab />
      </Page>
    </StaffOnly>
  )
}
