import { Page } from '../../ui/Page.tsx'
import { Idle } from '../../ui/template.tsx'
import { RECOVER_TITLE, RecoverForm } from './RecoverForm.tsx'

/** First-paint markup of account recovery, see `RecoverPage`. */
export function FirstRecover() {
  return (
    <Page title={null} gap={16} width={560}>
      <h1>{RECOVER_TITLE}</h1>
      <Idle>
        <RecoverForm email="" />
      </Idle>
    </Page>
  )
}
