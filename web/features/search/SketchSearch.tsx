import { useMemo } from 'react'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { formatSearch, formatTerm, parseSearch, type SearchTerm } from '../../../contract/search-grammar.ts'
import { significantTerms } from '../../../contract/stop-words.ts'
import { searchMessages } from '../../lib/messages/search.ts'
import { Expandable } from '../../ui/Expandable.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SKETCH_SORTS } from '../galleries/lists.ts'
import { FollowTag } from '../tags/FollowTag.tsx'
import { Chips } from './Chips.tsx'
import { RecentSearches } from './RecentSearches.tsx'
import { SearchField } from './SearchField.tsx'
import styles from './SearchPage.module.css'
import { SketchResults } from './SketchResults.tsx'

type SketchSearchProps = {
  query: string
  sort: GallerySort
  onSearch: (query: string, sort: GallerySort) => void
}

/** Search for sketches by words and conditions, which appear below the field as removable chips. */
export function SketchSearch({ query, sort, onSearch }: SketchSearchProps) {
  const terms = useMemo(() => parseSearch(query), [query])
  const tag = onlyTag(terms)
  return (
    <>
      <SearchField
        label="Words"
        query={query}
        onSearch={(typed) => onSearch(typed, sort)}
        placeholder="boat moon"
        hint={query ? undefined : searchMessages.hint}
      />
      {terms.length > 0 && (
        <Chips
          label="Searched for"
          chips={unique(significantTerms(terms)).map((term) => ({
            name: formatTerm(term),
            content: formatTerm(term),
            onRemove: () =>
              onSearch(formatSearch(terms.filter((other) => formatTerm(other) !== formatTerm(term))), sort),
          }))}
        >
          {tag && <FollowTag key={tag} tag={tag} />}
          <Segmented
            label="Order"
            className={styles.order}
            options={SKETCH_SORTS}
            value={sort}
            onChange={(order) => onSearch(query, order)}
          />
        </Chips>
      )}
      {terms.length > 0 ? (
        <SketchResults query={query} sort={sort} />
      ) : (
        <>
          <RecentSearches />
          <Help />
        </>
      )}
    </>
  )
}

function onlyTag(terms: readonly SearchTerm[]): string | null {
  const tags = terms.flatMap((term) => (term.kind === 'tag' && !term.not ? [term.text] : []))
  return tags.length === 1 ? (tags[0] ?? null) : null
}

function unique(terms: readonly SearchTerm[]): SearchTerm[] {
  return [...new Map(terms.map((term) => [formatTerm(term), term])).values()]
}

const EXAMPLES = [
  ['cat boat', 'sketches with both words first, then with one of them; singular and plural are the same'],
  ['har', 'words that start like this, such as harbour'],
  ['"low tide"', 'these exact words in this order'],
  ['tag:ink', 'sketches with this tag'],
  ['user:mira', 'sketches by this artist; use quotes for a name with spaces: user:"Mira Sol"'],
  ['from:2024-01 to:2024-06', 'posted between two days, months or years'],
  ['size:>2000', 'longest side in pixels; <, >= and <= work too'],
  ['-wip', 'without this word; -tag: and -user: work too'],
] as const

function Help() {
  return (
    <div className={styles.help}>
      <Expandable title="Search tips" level={2} startsOpen>
        <dl className={styles.examples}>
          {EXAMPLES.map(([example, meaning]) => (
            <div key={example}>
              <dt>{example}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Expandable>
    </div>
  )
}
