import { Page, PageHead } from '../../ui/Page.tsx'
import { FirstCards } from '../albums/FirstCards.tsx'

/** First-paint markup of the list of compos, see `ComposPage`. */
export function FirstCompos() {
  return (
    <Page title={null} gap={16}>
      <PageHead title="Compos" />
      <FirstCards list="compos" label="Compos" factLines={2} />
    </Page>
  )
}
