import { useId } from 'react'
import type { StreamItem } from '../../../contract/http/stream-item.ts'
import { Link } from '../../ui/Link.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import side from './HomeSide.module.css'
import styles from './SideWorks.module.css'

/** Who is live, in a column of the home page [1 §2]. */
export function LiveNow({ streams }: { streams: readonly StreamItem[] }) {
  const title = useId()
  return (
    <section>
      <SectionTitle id={title} more={{ to: '/streams' }}>
        Live now
      </SectionTitle>
      <ul className={side.list} aria-labelledby={title}>
        {streams.map(({ id, title, preview, mature, userNickname, watching }) => (
          <li key={id}>
            <Link to={`/stream/${id}`} className={side.row}>
              <span className={styles.preview}>
                {preview && !mature && <img src={preview} alt="" width={96} height={54} loading="lazy" />}
              </span>
              <span className={styles.words}>
                <span className={styles.work}>{title}</span>
                <span className={styles.facts}>{`${userNickname}, ${watching.toLocaleString('en')} watching`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
