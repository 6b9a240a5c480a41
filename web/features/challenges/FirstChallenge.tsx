import { Flag, Lightbulb, Radio, Target } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Each, Idle, slot } from '../../ui/template.tsx'
import userText from '../../ui/UserText.module.css'
import { membersOnlyText } from '../entries/MembersOnly.tsx'
import { FirstUploadTile } from '../entries/UploadTile.tsx'
import { FirstTiles } from '../galleries/FirstTiles.tsx'
import { LayoutChoice } from '../galleries/GalleryHead.tsx'
import styles from './ChallengePage.module.css'

/** First-paint markup of a challenge, see `ChallengePage`. */
export function FirstChallenge() {
  return (
    <Page title={null} gap={24}>
      <header className={styles.head}>
        <p className={styles.day}>{'\u00a0'}</p>
        <h1>{slot('title')}</h1>
        <Each of="about">
          <p className={userText.text}>{slot('text')}</p>
        </Each>
        <Each of="user">
          <p className={styles.idea}>{`${slot('what')} by ${slot('nickname')}`}</p>
        </Each>
        <Each of="closedTo">
          <p>{membersOnlyText(slot('groupTitle'))}</p>
        </Each>
        <div className={styles.actions} inert>
          <Each of="enter">
            <Button variant="primary" icon={Target}>
              Enter a sketch
            </Button>
          </Each>
          <Button icon={Radio}>Stream this challenge</Button>
          <Each of="daily">
            <Button icon={Lightbulb}>Suggest a challenge</Button>
          </Each>
          <Each of="report">
            <Button icon={Flag}>Report</Button>
          </Each>
        </div>
      </header>
      <div className={styles.firstNeighbours} />
      <section className={styles.entries}>
        <div className={styles.entriesHead}>
          <h2>Entries</h2>
          <Idle>
            <LayoutChoice layout="rows" onLayout={() => undefined} />
          </Idle>
        </div>
        <FirstTiles
          list="sketches"
          label="Entries"
          lead={
            <Each of="upload">
              <FirstUploadTile href={slot('href')} />
            </Each>
          }
        />
      </section>
    </Page>
  )
}
