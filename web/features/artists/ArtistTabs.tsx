import { useNavigate } from 'react-router'
import { MoreMenu } from '../../ui/Menu.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import styles from './ArtistsPage.module.css'

export const ARTIST_TABS = ['search', 'active', 'birthday', 'fans', 'glops', 'sketches', 'patrons'] as const
export type ArtistTab = (typeof ARTIST_TABS)[number]

export const TAB_NAMES: Record<ArtistTab, string> = {
  search: 'Search',
  active: 'Active',
  birthday: 'Birthday',
  fans: 'Fans',
  glops: 'Glops',
  sketches: 'Sketches',
  patrons: 'Patrons',
}

/** So many stand beside the menu where the window is narrow. */
const ALWAYS_SHOWN = 3

const addressOf = (tab: ArtistTab) => (tab === 'search' ? '/artists' : `/artists?tab=${tab}`)

/** The tabs of the artists page: a radio row from 1024 px, the extra ones in a menu below [1 §2]. */
export function ArtistTabs({ current }: { current: ArtistTab }) {
  const wide = useMedia('(min-width: 1024px)')
  const navigate = useNavigate()
  if (wide) {
    return (
      <Segmented
        label="Artists by"
        className={styles.tabs}
        options={ARTIST_TABS.map((tab) => ({ value: tab, label: TAB_NAMES[tab] }))}
        value={current}
        onChange={(tab) => void navigate(addressOf(tab), { preventScrollReset: true })}
      />
    )
  }
  const extra = ARTIST_TABS.slice(ALWAYS_SHOWN)
  const shown = [...ARTIST_TABS.slice(0, ALWAYS_SHOWN), ...extra.filter((tab) => tab === current)]
  return (
    <div className={styles.narrow}>
      <Tabs
        label="Artists by"
        className={styles.line}
        tabs={shown.map((tab) => ({ to: addressOf(tab), label: TAB_NAMES[tab], current: tab === current }))}
      />
      <MoreMenu
        label="More lists"
        items={extra.map((tab) => ({ label: TAB_NAMES[tab], to: addressOf(tab), current: tab === current }))}
      />
    </div>
  )
}
