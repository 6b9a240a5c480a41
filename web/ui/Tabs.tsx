import { useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Link, type LinkProps, NavLink } from './Link.tsx'
import styles from './Tabs.module.css'

export type Tab = {
  to: LinkProps['to']
  label: string
  count?: number
  /** Says whether it is the current one when the path alone does not (`?mode=`). */
  current?: boolean
  /** Only the exact path is current, not the ones under it. */
  end?: boolean
}

type TabsProps = {
  /** Names the navigation. */
  label: string
  tabs: readonly Tab[]
  /** Changing tabs does not add to the browser's history. */
  replace?: boolean
  className?: string
}

/** Links to sibling views; the current one stands on a pencil stroke and is scrolled into sight when they overflow. */
export function Tabs({ label, tabs, replace, className }: TabsProps) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list of tabs may have another current one
  useEffect(() => {
    const box = nav.current
    const current = box?.querySelector<HTMLElement>('[aria-current="page"]')
    if (box && current) box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2
  }, [tabs])
  return (
    <nav ref={nav} aria-label={label} className={classes(styles.tabs, className)}>
      {tabs.map((tab) => {
        const shared = { to: tab.to, replace, className: styles.tab, preventScrollReset: true }
        const content = (
          <>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count.toLocaleString('en')}</span>}
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
