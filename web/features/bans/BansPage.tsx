import { Page } from '../../ui/Page.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { BansTab } from './BansTab.tsx'

const TITLE = 'Bans and warnings'

export function BansPage() {
  return (
    <StaffOnly>
      <Page title={TITLE} gap={16} width={1080}>
        <h1>{TITLE}</h1>
        <BansTab />
      </Page>
    </StaffOnly>
  )
}
