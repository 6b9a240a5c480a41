import { useId } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { imageSrcSet } from '../../../contract/image-sizes.ts'
import { Link } from '../../ui/Link.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { cardDay } from '../challenges/days.ts'
import side from './HomeSide.module.css'
import styles from './SideWorks.module.css'

/** The challenges of today and the day before, in a column of the home page [1 §2]. */
export function Challenges({ of: challenges }: { of: readonly ChallengeItem[] }) {
  const title = useId()
  return (
    <section>
      <SectionTitle id={title} more={{ to: '/challenges' }}>
        Daily challenge
      </SectionTitle>
      <ul className={side.list} aria-labelledby={title}>
        {challenges.map(({ id, title, date, thumbnail }) => (
          <li key={id}>
            <Link to={`/challenge/${id}`} className={side.row}>
              <span className={styles.preview}>
                {thumbnail && (
                  <img
                    src={`${thumbnail.imageUrl}/100`}
                    srcSet={imageSrcSet(thumbnail.imageUrl, 100)}
                    alt=""
                    loading="lazy"
                  />
                )}
              </span>
              <span className={styles.words}>
                <span className={side.name}>{title}</span>
                <span className={styles.facts}>{cardDay(date)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
