import { Clock } from 'lucide-react'
import { useId, useRef } from 'react'
import { useRecentSearches } from '../../lib/recent-searches.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import styles from './RecentSearches.module.css'

/** Links to the searches made in this browser, for windows without the field of the header. */
export function RecentSearches() {
  const { recent, forget } = useRecentSearches()
  const section = useRef<HTMLElement>(null)
  const title = useId()
  if (recent.length === 0) return null
  const clear = () => {
    // The button that has the focus disappears.
    section.current?.closest('main')?.querySelector<HTMLElement>('input[type=search]')?.focus()
    forget()
  }
  return (
    <section ref={section} className={styles.recent} aria-labelledby={title}>
      <SectionTitle id={title}>Recent searches</SectionTitle>
      <ul className={styles.list}>
        {recent.map((query) => (
          <li key={query}>
            <ButtonLink to={`/search?${new URLSearchParams({ query })}`} icon={Clock} className={styles.query}>
              <span className={styles.text}>{query}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      <Button onClick={clear}>Clear recent searches</Button>
    </section>
  )
}
