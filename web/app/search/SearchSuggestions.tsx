import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Clock, type LucideIcon, Palette, Tag, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import { type SearchSuggestions as Found, searchSuggestions } from '../../../contract/http/search.ts'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { call } from '../../lib/call.ts'
import { countText, numberText } from '../../lib/format.ts'
import { withParams } from '../../lib/paged-query.ts'
import { useRecentSearches } from '../../lib/recent-searches.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SuggestionOption } from '../../ui/SuggestionOption.tsx'
import { markedParts } from './marked-parts.ts'
import { nextOption } from './next-option.ts'
import styles from './SearchSuggestions.module.css'
import { type SuggestionKeys, searchAddress } from './search-address.ts'

type SearchSuggestionsProps = {
  /** Prefix of the element ids: the list is `ID-list`. */
  id: string
  text: string
  /** Element id of the chosen option. */
  active: string | undefined
  onActive: (option: string | undefined) => void
  keys: RefObject<SuggestionKeys | null>
  onGo: (address: string) => void
}

type Option = { content: ReactNode; onSelect: () => void }
type Group = { name: string; label?: string; options: readonly Option[] }

const DEBOUNCE_MS = 150

/** Box of a sketch beside its title. */
const PICTURE = { width: 32, height: 32 }

/** Recent and suggested searches below the field of the header, or what matches the typed text. */
export function SearchSuggestions({ id, text, active, onActive, keys, onGo }: SearchSuggestionsProps) {
  const { recent, forget } = useRecentSearches()
  const query = useDebounced(text.trim())
  const { data } = useQuery(suggestionsQuery(query))
  const groups = [
    ...(text.trim()
      ? []
      : recentGroups(recent, onGo, () => {
          forget()
          onActive(undefined)
        })),
    ...foundGroups(data, text.trim(), onGo),
    { name: 'other', options: [byLook(onGo)] },
  ].filter(({ options }) => options.length > 0)
  const ids = groups.flatMap(({ name, options }) => options.map((_, index) => `${id}-${name}-${index}`))
  const select = (option: string) => groups.flatMap(({ options }) => options)[ids.indexOf(option)]?.onSelect()
  useImperativeHandle(keys, () => (key: string) => {
    const chosen = active && ids.includes(active) ? active : undefined
    if (key === 'Enter' && chosen) select(chosen)
    else if (key === 'ArrowDown' || key === 'ArrowUp') onActive(nextOption(ids, chosen, key === 'ArrowDown' ? 1 : -1))
    else return false
    return true
  })
  return (
    <div className={styles.panel}>
      <div id={`${id}-list`} role="listbox" aria-label="Suggestions">
        {groups.map(({ name, label, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
          <div key={name} role="group" aria-label={label ?? 'Other searches'} className={styles.group}>
            {label && (
              <p className={styles.label} aria-hidden="true">
                {label}
              </p>
            )}
            {options.map(({ content, onSelect }, index) => (
              <SuggestionOption
                // biome-ignore lint/suspicious/noArrayIndexKey: the id of an option is its place
                key={index}
                id={`${id}-${name}-${index}`}
                isActive={`${id}-${name}-${index}` === active}
                onSelect={onSelect}
                className={styles.option}
              >
                {content}
              </SuggestionOption>
            ))}
          </div>
        ))}
      </div>
      <Hidden role="status">{countText(ids.length, 'suggestion')}</Hidden>
    </div>
  )
}

function recentGroups(recent: readonly string[], onGo: (address: string) => void, onForget: () => void): Group[] {
  if (recent.length === 0) return []
  const options = recent.map((query) => ({
    content: <Row icon={Clock}>{query}</Row>,
    onSelect: () => onGo(searchAddress(query)),
  }))
  const forget = {
    content: (
      <Row icon={X} soft>
        Clear recent searches
      </Row>
    ),
    onSelect: onForget,
  }
  return [{ name: 'recent', label: 'Recent searches', options: [...options, forget] }]
}

function foundGroups(found: Found | undefined, text: string, onGo: (address: string) => void): Group[] {
  if (!found) return []
  return [
    {
      name: 'sketch',
      label: 'Sketches',
      options: found.sketches.map((sketch) => ({
        content: (
          <>
            {sketch.mature ? (
              <span className={styles.picture} />
            ) : (
              <img {...coverPicture(sketch, PICTURE)} {...PICTURE} alt="" className={styles.picture} />
            )}
            <Marked text={sketch.title} query={text} />
          </>
        ),
        onSelect: () => onGo(sketchAddress(sketch.id)),
      })),
    },
    {
      name: 'tag',
      label: text ? 'Tags' : 'Popular tags',
      options: found.tags.map(({ name, count }) => ({
        content: (
          <>
            <Icon of={Tag} size={16} />
            <Marked text={name} query={text} />
            <span className={styles.soft}>{numberText(count)}</span>
          </>
        ),
        onSelect: () => onGo(`/tag/${encodeURIComponent(name)}`),
      })),
    },
    {
      name: 'artist',
      label: 'Artists',
      options: found.artists.map(({ id, nickname, avatar }) => ({
        content: (
          <>
            <Avatar avatar={avatar} name={nickname} />
            <Marked text={nickname} query={text} />
          </>
        ),
        onSelect: () => onGo(`/user/${id}`),
      })),
    },
  ]
}

function byLook(onGo: (address: string) => void): Option {
  return {
    content: <Row icon={Palette}>Search by colour or likeness instead</Row>,
    onSelect: () => onGo('/search?tab=magic'),
  }
}

function Row({ icon, soft, children }: { icon: LucideIcon; soft?: boolean; children: string }) {
  return (
    <>
      <Icon of={icon} size={16} />
      <span className={classes(styles.text, soft && styles.soft)}>{children}</span>
    </>
  )
}

/** Text with the typed words in bold. */
function Marked({ text, query }: { text: string; query: string }) {
  return (
    <span className={styles.text}>
      {markedParts(text, query).map(({ text: part, isMarked, at }) => (isMarked ? <b key={at}>{part}</b> : part))}
    </span>
  )
}

const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', 'suggestions', q],
    queryFn: ({ signal }) =>
      call(searchSuggestions, withParams('/api/v2/search/suggestions', { q }), undefined, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** The value once it has not changed for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, DEBOUNCE_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
