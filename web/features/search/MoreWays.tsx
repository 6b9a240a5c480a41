import { useQuery } from '@tanstack/react-query'
import { Palette } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { numberText } from '../../lib/format.ts'
import { searchMessages } from '../../lib/messages/search.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { searchSuggestionsQuery } from './queries.ts'
import styles from './SketchResults.module.css'

/** Other ways to search after one that found little: single words, tags, artists, and by colour. */
export function MoreWays({ query, words }: { query: string; words: readonly string[] }) {
  const { data, isPending } = useQuery(searchSuggestionsQuery(query))
  return (
    // The footer appears after the content above it, as below a list that continues.
    <section className={styles.ways} aria-labelledby="more-ways" data-loads-more={isPending || undefined}>
      <SectionTitle id="more-ways">More ways to look</SectionTitle>
      <p className={styles.tried}>{searchMessages.tried(words)}</p>
      {words.length > 1 && (
        <Way title="One word only">
          {words.map((word) => (
            <ButtonLink key={word} to={`/search?${new URLSearchParams({ query: word })}`}>
              {word}
            </ButtonLink>
          ))}
        </Way>
      )}
      {data && data.tags.length > 0 && (
        <Way title="Tags">
          {data.tags.map(({ name, count }) => (
            <ButtonLink key={name} to={`/tag/${encodeURIComponent(name)}`}>
              {name} <span className={styles.count}>{numberText(count)}</span>
            </ButtonLink>
          ))}
        </Way>
      )}
      {data && data.artists.length > 0 && (
        <Way title="Artists">
          {data.artists.map(({ id, nickname, avatar }) => (
            <ButtonLink key={id} to={`/user/${id}`}>
              <Avatar avatar={avatar} name={nickname} size={24} />
              {nickname}
            </ButtonLink>
          ))}
        </Way>
      )}
      {!isPending && (
        <Way title="By look">
          <ButtonLink to="/search?tab=magic" icon={Palette}>
            Search by colour
          </ButtonLink>
        </Way>
      )}
    </section>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.way} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className={styles.links}>{children}</div>
    </section>
  )
}
