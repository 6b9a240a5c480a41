import { topicPath } from '../../../contract/forum-path.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import styles from './PageLinks.module.css'

type PageLinksProps = { topicId: number; page: number; pages: number }

/** Links to the other pages of a topic: the first, the one before, the next and the last. */
export function PageLinks({ topicId, page, pages }: PageLinksProps) {
  if (pages <= 1) return null
  const link = (label: string, to: number) =>
    to >= 1 && to <= pages && to !== page ? <ButtonLink to={topicPath(topicId, to)}>{label}</ButtonLink> : null
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {page > 2 && link('First', 1)}
      {link('Previous', page - 1)}
      <span className={styles.current}>{`Page ${page} of ${pages}`}</span>
      {link('Next', page + 1)}
      {page < pages - 1 && link('Last', pages)}
    </nav>
  )
}
