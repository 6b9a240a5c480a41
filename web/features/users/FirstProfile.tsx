import { COVER } from '../../../contract/limits.ts'
import { classes } from '../../ui/classes.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Each, Idle, slot } from '../../ui/template.tsx'
import { FirstTiles } from '../galleries/FirstTiles.tsx'
import { SKETCH_SORTS } from '../galleries/lists.ts'
import sketchStyles from './ArtistSketches.module.css'
import styles from './ProfileHead.module.css'
import pageStyles from './ProfilePage.module.css'
import { profileTabs } from './views.ts'

const FIGURES = ['Glops', 'Fans', 'Sketches', 'Views']

/** First-paint markup of a profile, see `ProfilePage`: cover, name and sketches. */
export function FirstProfile() {
  return (
    <div className={pageStyles.page}>
      <header>
        <Each of="cover">
          <img
            className={styles.cover}
            src={slot('src')}
            srcSet={slot('srcSet')}
            sizes="100vw"
            width={COVER.width}
            height={COVER.height}
            alt=""
          />
        </Each>
        <div className={styles.member}>
          <span className={styles.firstAvatar} />
          <div className={styles.name}>
            <h1>{slot('nickname')}</h1>
            <p className={styles.joined}>{'\u00a0'}</p>
          </div>
          <div className={styles.firstActions} />
        </div>
        <dl className={classes(styles.figures, styles.firstFigures)}>
          {FIGURES.map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{'\u00a0'}</dd>
            </div>
          ))}
        </dl>
      </header>
      <Tabs label={`${slot('nickname')}’s page`} tabs={profileTabs(slot('id'), 'sketches', false)} />
      <div className={pageStyles.view}>
        <Each of="order">
          <Idle>
            <Segmented
              label="Order"
              options={SKETCH_SORTS}
              value={null}
              onChange={() => undefined}
              className={sketchStyles.order}
            />
          </Idle>
        </Each>
        <FirstTiles list="sketches" label="Sketches" />
      </div>
    </div>
  )
}
