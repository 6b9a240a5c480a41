import { useParams } from 'react-router'
import { classes } from '../../ui/classes.ts'
import { Page } from '../../ui/Page.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { CasePanel } from './CasePanel.tsx'
import { CaseQueue, ChooseCase } from './CaseQueue.tsx'
import styles from './DeskPage.module.css'
import { DeskTabs } from './DeskTabs.tsx'

/** The moderation desk: the queue of cases, and beside it the open case. Narrow windows show one of the two. */
export function DeskPage() {
  const { id } = useParams()
  const caseId = Number(id)
  return (
    <StaffOnly>
      <Page title={id === undefined ? 'Cases' : `Case ${id}`} gap={16} width={1080}>
        <h1>Moderation</h1>
        <DeskTabs current="/gloperate" />
        <div className={classes(styles.desk, id !== undefined && styles.withCase)}>
          <CaseQueue openId={caseId} />
          {id === undefined ? <ChooseCase className={styles.choose} /> : <CasePanel key={caseId} id={caseId} />}
        </div>
      </Page>
    </StaffOnly>
  )
}
