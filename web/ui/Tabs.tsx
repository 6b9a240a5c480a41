import { type ReactNode, useEffect, useRef } from 'react'
import { cappedText } from '../lib/format.ts'
import { classes } from './classes.ts'
import { Link, type LinkProps, NavLink } from './Link.tsx'
import scroll from './ScrollRow.module.css'
import styles from './Tabs.module.css'

export type Tab = {
  to: LinkProps['to']
  label: string
  count?: number
  /** The maximum at which counts are cut off: from there on a plus follows. */
  countMax?: number
  /** Follows the label. */
  badge?: ReactNode
  /** Overrides the match by path, for tabs that differ in `?mode=`. */
  current?: boolean
  /** Current only on the exact path. */
  end?: boolean
}

type TabsProps = {
  /** Accessible name. */
  label: string
  tabs: readonly Tab[]
  /** Replaces the history entry when the tab changes. */
  replace?: boolean
  className?: string
}

/** The box of tabs in the first paint of a page. */
export const FirstTabs = () => <div className={styles.first} />

/** Links to sibling views; the current one is scrolled into view. */
export function Tabs({ label, tabs, replace, className }: TabsProps) {
  const nav = useRef<HTMLElement>(null)
  const shown = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab may change with the list
  useEffect(() => {
    const box = nav.current
    const current = box?.querySelector<HTMLElement>('[aria-current="page"]')
    // The member may have scrolled since.
    if (!box || !current || current === shown.current) return
    shown.current = current
    box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2
  }, [tabs])
  return (
    <nav ref={nav} aria-label={label} className={classes(styles.tabs, scroll.row, className)}>
      {tabs.map((tab) => {
        const shared = { to: tab.to, replace, className: styles.tab, preventScrollReset: true }
        const content = (
          <>
            {tab.label}
            {tab.count !== undefined && (
              <span className={styles.count}>{cappedText(tab.count, tab.countMax ?? Number.POSITIVE_INFINITY)}</span>
            )}
            {tab.badge}
          </>
        )
        return tab.current === undefined ? (
          <NavLink key={tab.label} {...shared} end={tab.end}>
            {content}
          </NavLink>
        ) : (
          <Link key={tab.label} {...shared} aria-current={tab.current ? 'page' : undefined}>
            {content}
          </Link>
        )
      })}
    </nav>
  )
}
