import { Lightbulb } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Page, PageHead } from '../../ui/Page.tsx'
import { Each, Idle } from '../../ui/template.tsx'
import { FirstCards } from '../albums/FirstCards.tsx'
import { SearchField } from '../search/SearchField.tsx'
import styles from './ChallengesPage.module.css'

/** First-paint markup of the list of challenges, see `ChallengesPage`. */
export function FirstChallenges() {
  return (
    <Page title={null} gap={16}>
      <PageHead title="Challenges">
        <Idle>
          <Button icon={Lightbulb}>Suggest a challenge</Button>
        </Idle>
      </PageHead>
      <Idle>
        <SearchField label="Search challenges" query="" onSearch={() => undefined} />
      </Idle>
      <Each of="visitor">
        <div className={styles.now} />
      </Each>
      <Each of="member">
        <div className={classes(styles.now, styles.withStreak)} />
      </Each>
      <FirstCards list="challenges" label="Challenges" />
    </Page>
  )
}
