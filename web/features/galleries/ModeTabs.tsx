import { useMemo } from 'react'
import { useUser } from '../../lib/session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import styles from './GalleryPage.module.css'
import { type GalleryList, MODES } from './lists.ts'

export function ModeTabs({ current }: { current: string }) {
  const isMember = Boolean(useUser())
  const tabs = useMemo(() => galleryTabs(current, isMember), [current, isMember])
  return <Tabs label="Galleries" tabs={tabs} className={styles.tabs} />
}

export function galleryTabs(current: string, isMember: boolean) {
  return Object.values<GalleryList>(MODES)
    .filter(({ membersOnly }) => isMember || !membersOnly)
    .map(({ key, title }) => ({ to: `/gallery/${key}`, label: title, current: key === current }))
}
